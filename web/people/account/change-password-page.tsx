import { useLanguage } from "#web/language/use-language.ts";
import { call } from "#web/lib/call.ts";
import { useSession } from "#web/lib/session.ts";
import { ChangePasswordForm } from "#web/people/fields/login-fields.tsx";
import { Page } from "#web/ui/layout.tsx";
import { BackLink } from "#web/ui/navigation/links.tsx";
import { useNavigate, useParams } from "#web/ui/router.tsx";

export function ChangePasswordPage() {
  const { id = "" } = useParams();
  const { t } = useLanguage();
  const navigate = useNavigate();
  const user = useSession()?.user;
  const account = `/user/account/${id}`;
  return (
    <Page heading={t("Change password")} width="narrow" back={<BackLink to={account}>{t("Your account")}</BackLink>}>
      <ChangePasswordForm
        owner={{ userName: user?.userName ?? "", hasTwoStep: false }}
        change={(passwords) =>
          call("POST Account/ChangePassword/", { body: { userId: user?.userId ?? 0, ...passwords } })
        }
        onChanged={() => void navigate(account)}
      />
    </Page>
  );
}
