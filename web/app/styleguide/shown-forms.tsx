import { Save } from "#web/ui/icons.tsx";
import { useState } from "react";
import { Button, IconButton } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { EntriesField } from "#web/ui/entries/entries-field.tsx";
import { CheckboxField } from "#web/ui/forms/checkbox-field.tsx";
import { Form } from "#web/ui/form/form.tsx";
import { ErrorSummary } from "#web/ui/forms/error-summary.tsx";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { RadioGroup } from "#web/ui/forms/radio-group.tsx";
import { SearchField } from "#web/ui/forms/search-field.tsx";
import { SelectField } from "#web/ui/forms/select-field.tsx";
import { TextAreaField } from "#web/ui/forms/text-area-field.tsx";
import { DateField, TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { Row, Stack } from "#web/ui/layout/stack.tsx";
import { QuantityStepper } from "#web/ui/quantity/quantity-stepper.tsx";

const statuses = [
  { value: 1, label: "New" },
  { value: 2, label: "Processing" },
  { value: 3, label: "Shipped", hint: "Fills the ship date with today." },
  { value: 4, label: "Returned" },
];

const untouched = {
  problems: [],
  attempt: 0,
  isChecked: false,
  objection: undefined,
  isUnsaved: false,
  submit: async () => undefined,
};

export function ShownForms() {
  const [quantity, setQuantity] = useState(2);
  const [error, setError] = useState<string>();
  return (
    <Stack gap="loose">
      <Card heading="Buttons">
        <Row>
          <Button look="primary">Proceed</Button>
          <Button>Edit</Button>
          <Button look="quiet">Cancel</Button>
          <Button look="danger">Remove</Button>
          <Button look="primary" busy>
            Saving
          </Button>
          <Button look="primary" disabled icon={<Save size={18} />}>
            Save
          </Button>
          <ButtonLink to="/x" look="secondary" size="small">
            View order
          </ButtonLink>
          <IconButton label="Save" icon={<Save size={20} />} look="secondary" />
        </Row>
      </Card>
      <Card heading="Create an account">
        <Form form={untouched} label="Create an account">
          <Stack gap="loose">
            <ErrorSummary
              attempt={0}
              problems={[
                { field: "email", message: "Email Address is required/invalid." },
                { field: "statusId", message: "Status is required." },
              ]}
            />
            <TextField
              label="Full name"
              name="fullName"
              autoComplete="name"
              defaultValue="Ana María Fernández-Guerra"
            />
            <TextField
              label="Email address"
              name="email"
              type="email"
              hint="We send your order confirmations here."
              error="Email Address is required/invalid."
              autoComplete="email"
            />
            <PasswordField label="Password" name="password" defaultValue="correct horse" />
            <SelectField label="Subject" name="subject" options={statuses} />
            <RadioGroup label="Status" name="statusId" options={statuses} value={2} onChange={() => undefined} inline />
            <DateField label="Ship date" name="shipDate" defaultValue="2026-03-04" optional />
            <TextAreaField label="Note" name="note" hint="Seen by staff only." optional />
            <ShownEntries />
            <CheckboxField label="Only show in stock" name="inStock" defaultChecked />
            <SearchField label="Search the inventory" name="search" placeholder="Title, topic or number" />
            <QuantityStepper
              label="Quantity"
              value={quantity}
              error={error}
              onChange={(next) => {
                setQuantity(next);
                setError(undefined);
              }}
              onInvalid={(problem) =>
                setError(problem === "missing" ? "Quantity required." : "Quantity cannot exceed five.")
              }
              onBelowOne={() => setError("Asked to remove.")}
            />
          </Stack>
        </Form>
      </Card>
    </Stack>
  );
}

function ShownEntries() {
  return (
    <EntriesField
      id="parts"
      label="Parts"
      hint="What each copy consists of."
      error="Each part needs a name."
      entry="Part"
      entries={["Poster", ""]}
      most={30}
      fresh=""
      first="name"
      onChange={() => undefined}
    >
      {(part, path) => <TextField id={`${path}name`} label="Name" autoComplete="off" defaultValue={part} />}
    </EntriesField>
  );
}
