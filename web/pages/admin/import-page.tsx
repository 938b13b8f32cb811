import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useParams } from "#web/ui/router/router.tsx";
import type { ImportDetail } from "#contract/imports.ts";
import { useCodes } from "#web/features/catalog/use-codes.ts";
import { importQuery } from "#web/features/imports/import-queries.ts";
import { OneImport } from "#web/features/imports/one/one-import.tsx";
import { Fetched } from "#web/ui/feedback/fetched.tsx";
import { together } from "#web/ui/feedback/together.ts";
import { Skeleton, SkeletonLines } from "#web/ui/feedback/skeleton.tsx";
import { Page } from "#web/ui/layout/page.tsx";
import { Stack } from "#web/ui/layout/stack.tsx";
import { BackLink } from "#web/ui/navigation/back-link.tsx";

export function ImportPage() {
  const id = Number(useParams().id);
  const query = useQuery(importQuery(id));
  const codes = useCodes();
  const detail = query.data;
  useFreshCatalog(detail);
  const skeleton = (
    <Stack>
      <SkeletonLines lines={3} />
      <Skeleton height="24rem" />
    </Stack>
  );
  return (
    <Page
      heading={detail?.fileName ?? "Import"}
      documentTitle={detail ? `Import of ${detail.fileName}` : "Import"}
      back={<BackLink to="/admin/import">Import and export</BackLink>}
    >
      <Fetched query={together({ detail: query, codes })} what="the import" skeleton={skeleton}>
        {(fetched) => <OneImport key={id} {...fetched} />}
      </Fetched>
    </Page>
  );
}

/** After a save, and an undo, the cached catalog is out of date. */
function useFreshCatalog(detail: ImportDetail | undefined): void {
  const client = useQueryClient();
  const state = detail?.state;
  useEffect(() => {
    if (state === "saved" || state === "undone") void client.invalidateQueries({ queryKey: ["catalog"] });
  }, [state, client]);
}
