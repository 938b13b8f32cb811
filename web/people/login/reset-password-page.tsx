import { Rich } from "#web/language/rich.tsx";
import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { Link, useLocation, useParams } from "#web/ui/router/router.tsx";
import { returnPath } from "#web/people/login/return-path.ts";
import { keepingReturn, loginBefore } from "#web/people/login/way-to-login.ts";
import { NewPasswordForm, RequestResetForm, resetLinkQuery } from "#web/people/login/reset-password.tsx";
import { useSiteConfiguration } from "#web/site/site-queries.ts";
import { ButtonLink } from "#web/ui/actions/button-link.tsx";
import { Alert } from "#web/ui/feedback/alert.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";

export function ResetPasswordPage() {
  const { token } = useParams();
  const { t } = useLanguage();
  const { search } = useLocation();
  if (token !== undefined) return <NewPassword key={token} token={token} />;
  return (
    <Page
      heading={t("Reset password")}
      lead={t("Forgot your password? We’ll email you a link to choose a new one.")}
      width="narrow"
    >
      <RequestResetForm next={returnPath(search)} />
      <p>
        <Rich
          sentence="Remember it? <link>Log in</link>"
          parts={{ link: (words) => <Link to={loginBefore(search)}>{words}</Link> }}
        />
      </p>
    </Page>
  );
}

function NewPassword({ token }: { token: string }) {
  const query = useQuery(resetLinkQuery(token));
  const least = useSiteConfiguration()?.passwordMinLength ?? 8;
  const { t, say } = useLanguage();
  const { search } = useLocation();
  const heading = t("Choose a new password");
  const link = query.data;
  if (link && "refused" in link) {
    return (
      <Page heading={heading} width="narrow">
        <Alert tone="error">{say(link.refused)}</Alert>
        <p>{t("Each link works once, for 60 minutes. Only the newest link works.")}</p>
        <div>
          <ButtonLink to={keepingReturn("/user/reset-password", search)} look="primary">
            {t("Send a new link")}
          </ButtonLink>
        </div>
      </Page>
    );
  }
  return (
    <Page heading={heading} lead={t("You’ll be logged out everywhere else.")} width="narrow">
      <Fetched query={{ ...query, data: link }} what={t("your link")} skeleton={<SkeletonLines lines={4} />}>
        {({ userId }) => (
          <NewPasswordForm userId={userId} passwordMinLength={least} loginOf={(path) => keepingReturn(path, search)} />
        )}
      </Fetched>
    </Page>
  );
}
