import { useQuery } from "@tanstack/react-query";
import { ownMessages } from "#contract/wire/messages.ts";
import { useLinkSecret } from "#web/ui/link-secret.ts";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { call } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Page } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField, TextField } from "#web/ui/forms/text-fields.tsx";
import { useNavigate } from "#web/ui/router.tsx";
import { emailLinkQuery } from "#web/people/accounts-queries.ts";
import { NewPasswordField, UserNameField } from "#web/people/fields/login-fields.tsx";

export function InvitationPage() {
  const token = useLinkSecret();
  const navigate = useNavigate();
  const query = useQuery(
    emailLinkQuery(["invitation", token], (context) =>
      call("POST Staff/CheckInvitation", { body: { token } }, context),
    ),
  );
  return (
    <Page heading="Set up your staff account" width="narrow">
      <Fetched query={query} what="your invitation" skeleton={<SkeletonLines lines={6} />}>
        {(invitation) =>
          "refusal" in invitation ? (
            <>
              <Alert tone="error">{invitation.refusal}</Alert>
              <p>Each link works once, for 7 days. Ask your colleague for a new one.</p>
            </>
          ) : (
            <>
              <p>This account is for {invitation.data.emailAddress}. Choose a username and a password.</p>
              <AcceptInvitationForm token={token} onAccepted={() => void navigate("/admin/login", { replace: true })} />
            </>
          )
        }
      </Fetched>
    </Page>
  );
}

const empty = { name: "", userName: "", password: "", confirmPassword: "" };

type AcceptInvitationFormProps = { token: string; onAccepted: () => void };

function AcceptInvitationForm({ token, onAccepted }: AcceptInvitationFormProps) {
  const form = useForm({
    stored: { values: empty },
    check: (values) => brokenRulesOf(async () => (await import("#contract/people/staff.ts")).acceptRules, values),
    save: async (body) => {
      const { message } = await call("POST Staff/AcceptInvitation", { body: { token, ...body } });
      toast(message ?? ownMessages.invitationAccepted);
      return { next: onAccepted };
    },
  });
  return (
    <Form form={form} send="Create account">
      <TextField {...form.field("name")} label="Full name" autoComplete="name" width="l" />
      <UserNameField {...form.field("userName")} />
      <NewPasswordField {...form.field("password")} label="Password" />
      <PasswordField {...form.field("confirmPassword")} label="Verify password" autoComplete="new-password" />
    </Form>
  );
}
