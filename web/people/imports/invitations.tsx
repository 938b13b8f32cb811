import { useQuery } from "@tanstack/react-query";
import type { ImportDetail } from "#contract/imports/imports.ts";
import { invitationDays, type Invitations } from "#contract/people/borrower-files.ts";
import { counted } from "#web/imports/import-words.ts";
import { call } from "#web/lib/call.ts";
import { dataQuery } from "#web/lib/queries.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Card } from "#web/ui/card.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { Row } from "#web/ui/layout.tsx";

const invitationsQuery = (importId: number) =>
  dataQuery(
    ["borrowers", "invitations", importId],
    (context) => call("GET Borrowers/GetInvitations", { query: { importId } }, context),
    { staleTime: 0 },
  );

const useInvitations = (importId: number) =>
  useQuery({
    ...invitationsQuery(importId),
    refetchInterval: ({ state: { data } }) => (data?.isSending ? 2000 : false),
  });

/** Invites the borrowers of all imports. Hidden once everyone has been invited. */
export function AllInvitationsCard() {
  const { data } = useInvitations(0);
  if (!data || (data.waiting === 0 && !data.isSending)) return null;
  return (
    <Card heading="Invitations to imported borrowers">
      <Invite importId={0} of={data} />
    </Card>
  );
}

/** Invites imported borrowers to choose a password, and shows how many have. */
export function InvitationsCard({ detail: { importId } }: { detail: ImportDetail }) {
  const query = useInvitations(importId);
  return (
    <Card heading="Invitations">
      <Fetched query={query} what="the invitations" skeleton={<SkeletonLines lines={3} />}>
        {(invitations) => <Invite importId={importId} of={invitations} />}
      </Fetched>
    </Card>
  );
}

function Invite({ importId, of }: { importId: number; of: Invitations }) {
  const { total, invited, chosen, waiting, again, isSending } = of;
  const send = (isAgain: boolean) => call("POST Borrowers/Invite", { body: { importId, again: isAgain } });
  const number = waiting > 0 ? waiting : again;
  const name = counted(number, "invitation");
  const label = waiting > 0 ? `Send ${name}` : `Send ${name} again`;
  return (
    <>
      <p>
        {counted(total, "borrower")} imported, {invited.toLocaleString("en-US")} invited,{" "}
        {chosen.toLocaleString("en-US")} {chosen === 1 ? "has" : "have"} chosen a password.
      </p>
      {isSending && <p>Sending invitations…</p>}
      {!isSending && number > 0 && (
        <Row>
          <ActionButton
            look={waiting > 0 ? "primary" : undefined}
            ask={{
              question: `${label}?`,
              explanation: `Each borrower gets an email with a link to choose a password. The link works for ${invitationDays} days.${
                waiting > 0 ? "" : " Those who have chosen a password aren’t emailed again."
              }`,
              confirmLabel: label,
              cancelLabel: "Not yet",
            }}
            action={() => send(waiting === 0)}
            changes={["borrowers"]}
            done="We’re sending the invitations."
          >
            {label}
          </ActionButton>
        </Row>
      )}
    </>
  );
}
