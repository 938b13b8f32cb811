import type { StaffMember } from "#contract/staff/staff.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#web/lib/call.ts";
import { Button } from "#web/ui/actions/button.tsx";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { DescriptionList } from "#web/ui/data/description-list.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { SessionList } from "./session-list.tsx";
import { StaffStatus } from "./staff-list.tsx";

/** One of the staff: who it is, disabling and enabling, and their sessions. */
export function StaffMemberCards({ member }: { member: StaffMember }) {
  const facts = [
    { term: "Username", value: member.userName },
    { term: "Full name", value: member.name || "Not given" },
    { term: "Email address", value: member.emailAddress || "Not given" },
    { term: "Status", value: <StaffStatus member={member} /> },
  ];
  return (
    <>
      <Card heading="Account">
        <DescriptionList items={facts} />
        <div>
          {member.isSelf ? <ButtonLink to="/admin/account">Your account</ButtonLink> : <Switch member={member} />}
        </div>
      </Card>
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
