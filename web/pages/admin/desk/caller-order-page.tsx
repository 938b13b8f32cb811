import { CallerOrder } from "#web/features/circulation/callers/caller-order.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import type { Caller } from "#contract/desk/callers.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import {
  emptyPerson,
  PersonalFields,
  personBody,
  personProblems,
} from "#web/features/accounts/fields/personal-fields.tsx";

export function CallerOrderPage() {
  return (
    <Page
      heading="Order for a caller"
      lead="Choose the borrower and the titles. The order is placed in the borrower’s name, and they get an email."
      back={<BackLink to="/admin/dashboard">Dashboard</BackLink>}
    >
      <CallerOrder
        register={(onRegistered, onClose) => <RegisterCaller onRegistered={onRegistered} onClose={onClose} />}
      />
    </Page>
  );
}

function RegisterCaller({ onRegistered, onClose }: { onRegistered: (caller: Caller) => void; onClose: () => void }) {
  const form = useForm({
    stored: { values: emptyPerson },
    check: async (values) => personProblems(personBody(values)),
    save: async (values) => {
      const { data } = await call("POST Account/RegisterCaller", { body: personBody(values) });
      toast(`${data.borrowerName} is registered.`);
      onRegistered(data);
      return {};
    },
  });
  return (
    <Form
      form={form}
      label="Register a borrower"
      send="Register"
      also={<Button onClick={onClose}>Back to the search</Button>}
    >
      <PersonalFields fill={form.change} field={(name) => ({ ...form.field(name), autoComplete: "off" })} />
    </Form>
  );
}
