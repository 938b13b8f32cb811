declare module "s3rver" {
  /** An S3-protocol server with files in a folder. Only accepts the key `S3RVER` with the secret `S3RVER`. */
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
