import type { Caller } from "#contract/desk/callers.ts";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Row } from "#web/ui/layout/stack.tsx";
import { emptyPerson, PersonalFields, personalNames, personBody, personProblems } from "./fields/personal-fields.tsx";
import styles from "./form.module.css";

type RegisterCallerProps = { onRegistered: (caller: Caller) => void; onClose: () => void };

/** Registers a borrower who calls; they choose a password later. */
export function RegisterCaller({ onRegistered, onClose }: RegisterCallerProps) {
  const form = useForm({
    names: personalNames,
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
    <Form form={form} label="Register a borrower" className={styles.form}>
      <PersonalFields fill={form.change} field={(name) => ({ ...form.field(name), autoComplete: "off" })} />
      <Row>
        <Button {...form.button} look="primary">
          Register
        </Button>
        <Button onClick={onClose}>Back to the search</Button>
      </Row>
    </Form>
  );
}
