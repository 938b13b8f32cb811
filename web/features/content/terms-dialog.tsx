import { useLanguage } from "#web/language/use-language.ts";
import { useQuery } from "@tanstack/react-query";
import { Button } from "#web/ui/actions/button.tsx";
import { ErrorState } from "#web/ui/feedback/empty-state.tsx";
import { SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { TermsList } from "./parts/terms-list.tsx";
import { pageContentQuery } from "./site-queries.ts";

/** The Terms and Responsibilities of borrowing. */
export function TermsDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useLanguage();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("Terms and Responsibilities")}
      width="wide"
      actions={
        <Button look="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      }
    >
      <Terms />
    </Dialog>
  );
}

function Terms() {
  const { data, isError, refetch, isFetching } = useQuery(pageContentQuery);
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} retrying={isFetching} />;
  if (!data) return <SkeletonLines lines={10} />;
  return <TermsList {...data.terms} />;
}
