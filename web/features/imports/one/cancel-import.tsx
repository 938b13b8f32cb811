import { Button } from "#web/ui/actions/button.tsx";
import { useConfirm } from "#web/ui/overlay/use-confirm.tsx";
import { useCancelImport } from "#web/features/imports/import-queries.ts";

/** Cancels the import after a confirmation. */
export function CancelImport({ id }: { id: number }) {
  const confirm = useConfirm();
  const { mutate, isPending } = useCancelImport(id);
  const ask = async () => {
    const yes = await confirm({
      question: "Cancel this import?",
      explanation: "Nothing from the file is saved. To import it later, upload it again.",
      confirmLabel: "Yes, cancel it",
      cancelLabel: "No, go on",
      danger: true,
    });
    if (yes) mutate();
  };
  return (
    <Button look="quiet" busy={isPending} onClick={() => void ask()}>
      Cancel import
    </Button>
  );
}
