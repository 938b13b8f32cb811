import { call } from "#web/lib/call.ts";
import { ForRole } from "#web/lib/session.ts";
import { sentWords } from "#web/lib/site.ts";
import { ActionButton } from "#web/ui/actions/action-button.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Row, Stack } from "#web/ui/layout.tsx";
import { ofBorrowers } from "./borrower-queries.ts";

type UnconfirmedProps = { borrowerId: number; emailAddress: string; title: string; children: string };

/** Says that a borrower hasn't confirmed their email address, with buttons for staff to fix it. */
export function UnconfirmedAlert({ borrowerId, emailAddress, title, children }: UnconfirmedProps) {
  const params = { id: borrowerId };
  return (
    <Alert tone="warning" title={title}>
      <Stack gap="tight">
        <p>{children}</p>
        <ForRole least="clerk">
          <Row>
            <ActionButton
              size="small"
              action={() => call("POST Borrowers/SendConfirmation/{id}", { params })}
              changes={ofBorrowers}
              done={({ message }) => sentWords(message ?? "Sent.")}
            >
              Send the link again
            </ActionButton>
            <ActionButton
              size="small"
              action={() => call("POST Borrowers/ConfirmByPhone/{id}", { params })}
              changes={ofBorrowers}
              done="Email address confirmed."
              ask={{
                question: "Did the borrower confirm this email address by phone?",
                explanation: `Read it to them: ${emailAddress}`,
                confirmLabel: "Confirm address",
              }}
            >
              Confirm by phone
            </ActionButton>
          </Row>
        </ForRole>
      </Stack>
    </Alert>
  );
}
