import type { StaffMember } from "#contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import styles from "#web/features/accounts/form.module.css";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { ChangeRole } from "./change-role.tsx";
import { roleWords } from "./role-field.tsx";
import { SessionList } from "./session-list.tsx";
import { StaffStatus } from "./staff-list.tsx";

/** One of the staff: who it is, disabling and enabling, and their sessions. */
export function StaffMemberCards({ member }: { member: StaffMember }) {
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
