import { ListMultipartUploadsCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3'
import type { Config } from '@parley/api/platform/process/config.ts'

/** The stored files whose names have this prefix: whole files, and uploads that were begun and not finished. */
export async function storedFiles(
  { url, key, secret, bucket }: Pick<Config['s3'], 'url' | 'key' | 'secret' | 'bucket'>,
  prefix: string,
): Promise<{ whole: string[]; begun: string[] }> {
  const client = new S3Client({
    endpoint: url,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: key, secretAccessKey: secret },
  })
  const where = { Bucket: bucket, Prefix: prefix }
  const whole = await client.send(new ListObjectsV2Command(where))
  const begun = await client.send(new ListMultipartUploadsCommand(where))
  client.destroy()
  return {
    whole: (whole.Contents ?? []).map(({ Key = '' }) => Key),
    begun: (begun.Uploads ?? []).map(({ Key = '' }) => Key),
  }
}
