import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "#web/ui/router/router.tsx";
import { NewPasswordForm } from "#web/features/accounts/reset/new-password-form.tsx";
import { RequestResetForm } from "#web/features/accounts/reset/request-reset-form.tsx";
import { resetLinkQuery } from "#web/features/accounts/reset/reset-link-query.ts";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { Awaiting, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

/** user/reset-password and user/reset-password/{id} */
export function ResetPasswordPage() {
  const { token } = useParams();
  if (token !== undefined) return <NewPassword key={token} token={token} />;
  return (
    <Page heading="Reset password" lead="Forgotten it? Have a link sent to choose a new one." width="narrow">
      <RequestResetForm />
      <p>
        Remembered it? <Link to="/user/login">Log in</Link>
      </p>
    </Page>
  );
}

function NewPassword({ token }: { token: string }) {
  const { data: link, isError, isFetching, refetch } = useQuery(resetLinkQuery(token));
  const least = useQuery(siteConfigurationQuery).data?.passwordMinLength ?? 8;
  const heading = "Choose a new password";
  if (link && "refused" in link) {
    return (
      <Page heading={heading} width="narrow">
        <Alert tone="error">{link.refused}</Alert>
        <p>A link works once, for 60 minutes, and only the newest one.</p>
        <div>
          <ButtonLink to="/user/reset-password" look="primary">
            Have a new link sent
          </ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page heading={heading} lead="You will be logged out everywhere else." width="narrow">
      {link && <NewPasswordForm userId={link.userId} passwordMinLength={least} />}
      {isError && <ErrorState onRetry={() => void refetch()} retrying={isFetching} />}
      {!link && !isError && (
        <Awaiting what="your link">
          <SkeletonLines lines={4} />
        </Awaiting>
      )}
    </Page>
  );
}
