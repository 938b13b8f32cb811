import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "#web/ui/router/router.tsx";
import { RegistrationForm } from "#web/features/accounts/registration-form.tsx";
import { siteConfigurationQuery } from "#web/features/content/site-queries.ts";
import { Page } from "#web/ui/layout/page.tsx";

/** user/register */
export function RegisterPage() {
  const navigate = useNavigate();
  const least = useQuery(siteConfigurationQuery).data?.passwordMinLength ?? 8;
  return (
    <Page
      heading="Create an account"
      lead="For staff of California’s education agencies. Borrowing is free."
      width="narrow"
    >
      <p>
        Already registered? <Link to="/user/login">Log in</Link>
      </p>
      <RegistrationForm passwordMinLength={least} onRegistered={() => void navigate("/user/login")} />
    </Page>
  );
}
