declare module "s3rver" {
  /** A server of the S3 protocol that keeps its files in a folder. Only the key `S3RVER` with the secret `S3RVER` opens it. */
  export default class S3rver {
    constructor(options: {
      address: string;
      port: number;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string; configs: string[] }[];
    });
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}
