import type { PaymentChannelName } from '../../../../contract/payment.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { type MerchantKeys, openMerchant } from '../../../../server/channels/openPayment.ts'
import type { PaymentChannel } from '../../../../server/channels/payment.ts'
import type { Db, Tx } from '../../../../server/db.ts'
import { findSealed, type SealedMerchant } from './data.ts'

type Opening = Pick<AppContext, 'db' | 'secrets' | 'environment'>

function keysOf({ secrets }: Opening, merchant: SealedMerchant): MerchantKeys {
  const { id, channel, merchantNo, appId } = merchant
  const keys = {
    appId,
    privateKey: secrets.open('merchants.private_key', id, merchant.privateKeySealed),
    publicKey: secrets.open('merchants.platform_key', id, merchant.platformKeySealed),
  }
  if (channel === 'alipay') return { ...keys, channel, sellerId: merchantNo }
  return {
    ...keys,
    channel,
    mchId: merchantNo,
    serial: merchant.serial!,
    publicKeyId: merchant.platformKeyId!,
    apiV3Key: secrets.open('merchants.api_v3_key', id, merchant.apiV3KeySealed!),
  }
}

/** The channel of a merchant, whatever its status: it answers for its old payments too; null when there is none. */
export async function openMerchantOf(app: Opening, id: string): Promise<PaymentChannel | null> {
  const merchant = await findSealed(app.db, id)
  return merchant && openMerchant(app.environment, id, keysOf(app, merchant))
}

/** The channels for which a project has a merchant that takes new payments. */
export async function listEnabled(db: Db, projectId: string): Promise<PaymentChannelName[]> {
  const rows = await db`select channel from merchants where project_id = ${projectId} and status = 'enabled'`
  return rows.map((row) => row.channel as PaymentChannelName)
}

/** The merchant through which a new payment of a project goes, which stays enabled until the transaction ends; or null. */
export async function holdEnabled(
  tx: Tx,
  projectId: string,
  channel: PaymentChannelName,
): Promise<string | null> {
  const [row] = await tx`
    select id from merchants
    where project_id = ${projectId} and channel = ${channel} and status = 'enabled' for share`
  return (row?.id as string | undefined) ?? null
}
