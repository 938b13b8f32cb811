import type { StaffMember } from "#contract/staff/staff.ts";
import { useQueryClient } from "@tanstack/react-query";
import styles from "#web/features/accounts/form.module.css";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Card } from "#web/ui/layout/card.tsx";
import { chosenRole, RoleField } from "./role-field.tsx";

/** What a colleague may do from the next login on. */
export function ChangeRole({ member: { userId, role } }: { member: StaffMember }) {
  const client = useQueryClient();
  const form = useForm({
    names: ["role"],
    stored: { values: { role } },
    check: () => [],
    save: async (values) => {
      await call("POST Staff/ChangeRole/{userId}", { params: { userId }, body: { role: chosenRole(values.role) } });
      toast("Role changed.");
      await client.invalidateQueries({ queryKey: ["staff"] });
      return {};
    },
  });
  return (
    <Card heading="Role">
      <p>A new role ends their sessions: they log in again with it.</p>
      <Form form={form} className={styles.form}>
        <RoleField {...form.field("role")} />
        <div className={styles.actions}>
          <Button {...form.button} look="primary">
            Save role
          </Button>
        </div>
      </Form>
    </Card>
  );
}
