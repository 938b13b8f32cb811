import { useQuery } from "@tanstack/react-query";
import { AcceptInvitationForm } from "#web/features/accounts/staff/accept-invitation-form.tsx";
import { invitationQuery } from "#web/features/accounts/staff/invitation-query.ts";
import { useSiteConfiguration } from "#web/features/content/site-queries.ts";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { useNavigate, useParams } from "#web/ui/router/router.tsx";

export function InvitationPage() {
  const token = useParams()["token"] ?? "";
  const navigate = useNavigate();
  const least = useSiteConfiguration()?.passwordMinLength ?? 8;
  const query = useQuery(invitationQuery(token));
  return (
    <Page heading="Set up your staff account" width="narrow">
      <Fetched query={query} what="your invitation" skeleton={<SkeletonLines lines={6} />}>
        {(invitation) =>
          "refused" in invitation ? (
            <>
              <Alert tone="error">{invitation.refused}</Alert>
              <p>Each link works once, for 7 days. Ask your colleague for a new one.</p>
            </>
          ) : (
            <>
              <p>For {invitation.emailAddress}. Choose what you’ll log in with.</p>
              <AcceptInvitationForm
                token={token}
                passwordMinLength={least}
                onAccepted={() => void navigate("/admin/login", { replace: true })}
              />
            </>
          )
        }
      </Fetched>
    </Page>
  );
}
