import { queryOptions, useQuery } from "@tanstack/react-query";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { useNavigate, useParams } from "#web/ui/router/router.tsx";
import { ownMessages } from "#contract/wire/messages.ts";
import { NewPasswordField } from "#web/people/fields/new-password-field.tsx";
import { UserNameField } from "#web/people/fields/user-name-field.tsx";
import { brokenRulesOf } from "#web/lib/broken-rules-of.ts";
import { call, CallFailed } from "#web/lib/call.ts";
import { toast } from "#web/ui/feedback/toast.ts";
import { Form } from "#web/ui/form/form.tsx";
import { useForm } from "#web/ui/form/use-form.ts";
import { PasswordField } from "#web/ui/forms/password-field.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";

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
