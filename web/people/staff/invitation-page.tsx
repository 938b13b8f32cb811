import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { ownMessages } from "#contract/wire/messages.ts";
import { NewPasswordField } from "#web/people/fields/new-password-field.tsx";
import { UserNameField } from "#web/people/fields/user-name-field.tsx";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { Page } from "#web/ui/layout.tsx";
import { Alert } from "#web/ui/feedback/notices.tsx";
import { Fetched, SkeletonLines } from "#web/ui/feedback/loading.tsx";
import { toast } from "#web/ui/feedback/toast.tsx";
import { PasswordField, TextField } from "#web/ui/forms/text-fields.tsx";
import { useNavigate, useParams } from "#web/ui/router.tsx";

export function InvitationPage() {
  const token = useParams()["token"] ?? "";
  const navigate = useNavigate();
  const passwordMinLength = useSiteConfiguration()?.passwordMinLength ?? 8;
  const query = useQuery(invitationQuery(token));
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
              <p>This account is for {invitation.emailAddress}. Choose a username and a password.</p>
              <AcceptInvitationForm
                token={token}
                passwordMinLength={passwordMinLength}
                onAccepted={() => void navigate("/admin/login", { replace: true })}
              />
            </>
          )
        }
      </Fetched>
    </Page>
  );
}

const empty = { name: "", userName: "", password: "", confirmPassword: "" };

type AcceptInvitationFormProps = { token: string; passwordMinLength: number; onAccepted: () => void };

function AcceptInvitationForm({ token, passwordMinLength, onAccepted }: AcceptInvitationFormProps) {
  const form = useForm({
    stored: { values: empty },
    check: (values) => brokenRulesOf(async () => (await import("#contract/people/staff.ts")).acceptRules, values),
    save: async (body) => {
      const { message } = await call("POST Staff/AcceptInvitation/{token}", { params: { token }, body });
      toast(message ?? ownMessages.invitationAccepted);
      return { next: onAccepted };
    },
  });
  const { name, userName } = form.values;
  return (
    <Form form={form} send="Create account">
      <TextField {...form.field("name")} label="Full name" autoComplete="name" width="l" />
      <UserNameField {...form.field("userName")} />
      <NewPasswordField
        {...form.field("password")}
        label="Password"
        minLength={passwordMinLength}
        about={[userName, name]}
      />
      <PasswordField {...form.field("confirmPassword")} label="Verify password" autoComplete="new-password" />
    </Form>
  );
}

function invitationQuery(token: string) {
  return queryOptions({
    queryKey: ["invitation", token],
    queryFn: async ({ signal }): Promise<{ emailAddress: string } | { refusal: string }> => {
      try {
        return (await call("GET Staff/CheckInvitation/{token}", { params: { token } }, { signal })).data;
      } catch (error) {
        // a retry would get the same answer, so the page shows it
        if (error instanceof CallFailed && error.isRefusal) return { refusal: error.message };
        throw error;
      }
    },
    staleTime: Infinity,
  });
}
