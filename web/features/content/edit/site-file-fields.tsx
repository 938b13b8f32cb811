import * as z from "zod/mini";
import {
  documentKind,
  documentObjection,
  pictureKinds,
  pictureObjection,
  useUploadDocument,
  useUploadPicture,
} from "#web/lib/files/uploads.ts";
import { DocumentField } from "#web/ui/forms/file/document-field.tsx";
import { PictureField } from "#web/ui/forms/picture/picture-field.tsx";

type FileFieldProps = {
  id: string;
  label: string;
  hint: string | undefined;
  error: string | undefined;
  value: unknown;
  onUploading: (upload: Promise<boolean>) => void;
  onChange: (update: () => unknown) => void;
};

/** A stored PDF, from the contract's words into the field's. */
const siteDocument = z.pipe(
  z.object({ documentId: z.number(), documentUrl: z.string(), fileName: z.string(), size: z.number() }),
  z.transform(({ documentId: id, documentUrl: url, fileName, size }) => ({ id, url, fileName, size })),
);

export function SiteDocumentField({ value, hint, onChange, ...field }: FileFieldProps) {
  return (
    <DocumentField
      {...field}
      optional
      hint={hint ?? "Up to 10 MB. Visitors get it instead of the link."}
      accept={documentKind}
      stored={siteDocument.safeParse(value).data ?? null}
      upload={useUploadDocument()}
      objection={documentObjection}
      onChange={(pdf) =>
        onChange(() => pdf && { documentId: pdf.id, documentUrl: pdf.url, fileName: pdf.fileName, size: pdf.size })
      }
    />
  );
}

/** The same of a picture. */
const sitePicture = z.pipe(
  z.object({ attachmentId: z.number(), attachmentUrl: z.string(), attachmentSrcset: z.string(), fileName: z.string() }),
  z.transform(({ attachmentId: id, attachmentUrl: url, attachmentSrcset: srcset, fileName }) => ({
    id,
    url,
    srcset,
    fileName,
  })),
);

export function SitePictureField({ value, hint, onChange, ...field }: FileFieldProps) {
  return (
    <PictureField
      {...field}
      optional
      hint={hint ?? "JPEG, PNG, WebP, GIF, or AVIF, up to 10 MB."}
      shape="wide"
      accept={pictureKinds}
      picture={sitePicture.safeParse(value).data ?? null}
      upload={useUploadPicture()}
      objection={pictureObjection}
      onChange={(picture) => {
        const stored = picture && {
          attachmentId: picture.id,
          attachmentUrl: picture.url,
          attachmentSrcset: picture.srcset,
          fileName: picture.fileName,
        };
        onChange(() => stored);
      }}
    />
  );
}
