import { chosenRole, RoleField, roleWords, StaffStatus } from "./staff-parts.tsx";
import { type Invitation, inviteRules, type StaffMember } from "#contract/people/staff.ts";
import { useQuery } from "@tanstack/react-query";
import { type Column, Table } from "#web/ui/data/table.tsx";
import { staffQuery } from "./staff-queries.ts";
import styles from "./staff.module.css";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { brokenRules } from "#web/lib/broken-rules.ts";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Card } from "#web/ui/card.tsx";
import { Page } from "#web/ui/layout.tsx";
import { Fetched, Skeleton } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { TextField } from "#web/ui/forms/text-fields.tsx";
import { Link } from "#web/ui/router.tsx";
import { emptyProof, ProofFields } from "#web/people/fields/login-fields.tsx";
import { sentWords } from "#web/lib/site.ts";
import { DateText, TimeText } from "#web/lib/formats.tsx";

export function StaffPage() {
  return (
    <Page heading="Staff" lead="Staff accounts and invitations.">
      <Fetched query={useQuery(staffQuery)} what="the staff" skeleton={<Skeleton height="24rem" />}>
        {({ staff, invitations }) => (
          <>
            <div className={styles.list}>
              <Table caption="Staff" columns={columns} rows={staff} rowKey={({ userId }) => userId} />
            </div>
            <Invite invitations={invitations} owner={staff.find(({ isSelf }) => isSelf)} />
          </>
        )}
      </Fetched>
    </Page>
  );
}

const columns: Column<StaffMember>[] = [
  {
    head: "Name",
    names: true,
    cell: ({ userId, userName, name }) => (
      <Link to={`/admin/staff/${userId}`} data-row-link>
        {name ? `${name} (${userName})` : userName}
      </Link>
    ),
  },
  { head: "Email address", cell: ({ emailAddress }) => emailAddress || "–" },
  { head: "Role", cell: ({ role }) => roleWords[role] },
  { head: "Status", cell: (member) => <StaffStatus member={member} /> },
  { head: "Two-step verification", cell: ({ hasTwoStep }) => (hasTwoStep ? "On" : "Off") },
  { head: "Sessions", number: true, cell: ({ sessions }) => sessions.length },
  { head: "Last used", cell: ({ sessions }) => <TimeText value={sessions[0]?.lastSeenAt ?? ""} /> },
];

const empty = { emailAddress: "", role: "clerk", ...emptyProof };

type InviteProps = { invitations: readonly Invitation[]; owner: StaffMember | undefined };

function Invite({ invitations, owner }: InviteProps) {
  const form = useForm({
    stored: { values: empty },
    check: (values) => brokenRules(inviteRules, values),
    changes: ["staff"],
    save: async ({ role, ...body }) => {
      await call("POST Staff/Invite", { body: { ...body, role: chosenRole(role) } });
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
          hint="We’ll email a link that works for 7 days. Your colleague chooses a username and a password."
          type="email"
          autoComplete="off"
          width="l"
        />
        <RoleField {...form.field("role")} />
        {owner && <ProofFields owner={owner} form={form} />}
      </Form>
      {invitations.length > 0 && (
        <div className={styles.list}>
          <h3>Open invitations</h3>
          <Table
            caption="Open invitations"
            columns={invitationColumns}
            rows={invitations}
            rowKey={({ invitationId }) => invitationId}
          />
        </div>
      )}
    </Card>
  );
}

const invitationColumns: Column<Invitation>[] = [
  { head: "Email address", names: true, cell: ({ emailAddress }) => emailAddress },
  { head: "Role", cell: ({ role }) => roleWords[role] },
  { head: "Invited by", cell: ({ invitedBy }) => invitedBy },
  { head: "Link expires", cell: ({ expiresAt }) => <DateText value={expiresAt} /> },
  {
    head: "Withdraw",
    headHidden: true,
    cell: ({ invitationId: id, emailAddress }) => (
      <ActionButton
        size="small"
        action={() => call("POST Staff/WithdrawInvitation/{id}", { params: { id } })}
        changes={["staff"]}
        done="Invitation withdrawn."
        aria-label={`Withdraw the invitation to ${emailAddress}`}
      >
        Withdraw
      </ActionButton>
    ),
  },
];
