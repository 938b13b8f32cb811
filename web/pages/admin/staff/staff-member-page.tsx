import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { staffQuery } from "#web/features/accounts/staff/staff-queries.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";
import { useParams } from "#web/ui/router/router.tsx";
import type { StaffMember } from "#contract/staff/staff.ts";
import styles from "#web/ui/form/form.module.css";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { chosenRole, RoleField, roleWords } from "#web/features/accounts/staff/role-field.tsx";
import { SessionList } from "#web/features/accounts/staff/session-list.tsx";
import { StaffStatus } from "#web/features/accounts/staff/staff-list.tsx";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";

export function StaffMemberPage() {
  const id = Number(useParams()["id"]);
  const query = useQuery(staffQuery);
  const member = query.data?.staff.find(({ userId }) => userId === id);
  return (
    <Page
      heading={member ? member.name || member.userName : "Staff"}
      back={<BackLink to="/admin/staff">Staff</BackLink>}
    >
      <Fetched query={query} what="the account" skeleton={<Skeleton height="20rem" />}>
        {() => (member ? <StaffMemberCards member={member} /> : <EmptyState title="There is nobody here." />)}
      </Fetched>
    </Page>
  );
}

function StaffMemberCards({ member }: { member: StaffMember }) {
  const facts = [
    { term: "Username", value: member.userName },
    { term: "Full name", value: member.name || "Not given" },
    { term: "Email address", value: member.emailAddress || "Not given" },
    { term: "Role", value: roleWords[member.role] },
    { term: "Status", value: <StaffStatus member={member} /> },
    { term: "Second step at login", value: member.hasSecondStep ? "On" : "Off" },
  ];
  return (
    <>
      <Card heading="Account">
        <DescriptionList items={facts} />
        <div className={styles.actions}>
          {member.isSelf ? <ButtonLink to="/admin/account">Your account</ButtonLink> : <Switch member={member} />}
          {member.hasSecondStep && !member.isSelf && <RemoveSecondStep member={member} />}
        </div>
      </Card>
      {!member.isSelf && <ChangeRole member={member} />}
      <Card heading="Sessions">
        {member.sessions.length > 0 ? (
          <SessionList userId={member.userId} sessions={member.sessions} />
        ) : (
          <p>Not logged in anywhere.</p>
        )}
      </Card>
    </>
  );
}

function RemoveSecondStep({ member: { userId, userName } }: { member: StaffMember }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const remove = useMutation({
    mutationFn: () => call("POST Staff/RemoveSecondStep/{userId}", { params: { userId } }),
    meta: { done: "Second step removed." },
    onSettled: () => client.invalidateQueries({ queryKey: ["staff"] }),
  });
  const press = async () => {
    const question = `Remove the second step of ${userName}?`;
    const explanation =
      "For a colleague without phone and recovery codes. Make sure that it is they who ask you. Their password alone opens the account then; we’ll tell their mailbox.";
    if (await confirm({ question, explanation, confirmLabel: "Remove", danger: true })) remove.mutate();
  };
  return (
    <Button busy={remove.isPending} onClick={() => void press()}>
      Remove second step
    </Button>
  );
}

function Switch({ member: { userId, userName, isDisabled } }: { member: StaffMember }) {
  const client = useQueryClient();
  const confirm = useConfirm();
  const params = { userId };
  const change = useMutation({
    mutationFn: () =>
      isDisabled ? call("POST Staff/Enable/{userId}", { params }) : call("POST Staff/Disable/{userId}", { params }),
    meta: { done: isDisabled ? "Account enabled." : "Account disabled." },
    onSettled: () => client.invalidateQueries({ queryKey: ["staff"] }),
  });
  const press = async () => {
    const question = `Disable ${userName}?`;
    const explanation = "Their sessions end at once, and they can’t log in until you enable the account.";
    if (isDisabled || (await confirm({ question, explanation, confirmLabel: "Disable", danger: true })))
      change.mutate();
  };
  return (
    <Button busy={change.isPending} onClick={() => void press()}>
      {isDisabled ? "Enable account" : "Disable account"}
    </Button>
  );
}

function ChangeRole({ member: { userId, role } }: { member: StaffMember }) {
  const client = useQueryClient();
  const form = useForm({
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
      <Form form={form} send="Save role">
        <RoleField {...form.field("role")} />
      </Form>
    </Card>
  );
}
