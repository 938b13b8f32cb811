import { ActionButton } from "#web/ui/actions/action-button.tsx";
import type { Invitation } from "#contract/staff/staff.ts";
import { inviteRules } from "#contract/staff/staff.ts";
import { sentWords } from "#web/lib/sent-words.ts";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { DateText } from "#web/ui/data/date-text.tsx";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { chosenRole, RoleField, roleWords } from "./role-field.tsx";
import list from "./staff.module.css";

const empty = { emailAddress: "", role: "clerk" };

export function Invite({ invitations }: { invitations: readonly Invitation[] }) {
  const form = useForm({
    stored: { values: empty },
    check: (values) => brokenRules(inviteRules, values),
    changes: ["staff"],
    save: async ({ emailAddress, role }) => {
      await call("POST Staff/Invite", { body: { emailAddress, role: chosenRole(role) } });
      toast(sentWords("Invitation sent."));
      return { stored: { values: empty } };
    },
  });
  return (
    <Card heading="Invite a colleague">
      <Form form={form} send="Send invitation">
        <TextField
          {...form.field("emailAddress")}
          label="Email address"
          hint="We’ll email a link that works for 7 days. Your colleague chooses a user name and a password."
          type="email"
          autoComplete="off"
          width="l"
        />
        <RoleField {...form.field("role")} />
      </Form>
      {invitations.length > 0 && (
        <div className={list.list}>
          <h3>Open invitations</h3>
          <Table
            caption="Open invitations"
            columns={columns}
            rows={invitations}
            rowKey={({ invitationId }) => invitationId}
          />
        </div>
      )}
    </Card>
  );
}

const columns: Column<Invitation>[] = [
  { head: "Invited", names: true, cell: ({ emailAddress }) => emailAddress },
  { head: "Role", cell: ({ role }) => roleWords[role] },
  { head: "By", cell: ({ invitedBy }) => invitedBy },
  { head: "Link works until", cell: ({ expiresAt }) => <DateText value={expiresAt} /> },
  {
    head: "Withdraw",
    headHidden: true,
    cell: ({ invitationId: id, emailAddress }) => (
      <ActionButton
        size="small"
        action={() => call("POST Staff/WithdrawInvitation/{id}", { params: { id } })}
        changes={["staff"]}
        done="Invitation withdrawn."
        aria-label={`Withdraw the invitation of ${emailAddress}`}
      >
        Withdraw
      </ActionButton>
    ),
  },
];
