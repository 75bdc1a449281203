import { generateKeyPair, randomBytes, randomInt } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { PaymentChannelName } from '../../contract/payment.ts'

/** Both ends of one of the demo's channels; keys are PEM. */
interface BothEnds {
  appId: string
  /** The merchant signs with it. */
  privateKey: string
  merchantPublicKey: string
  /** The platform's. */
  publicKey: string
  platformPrivateKey: string
}

/** Both ends of the demo's WeChat Pay. */
export interface DemoMerchant extends BothEnds {
  mchId: string
  serial: string
  apiV3Key: string
  publicKeyId: string
}

/** Both ends of the demo's Alipay. */
export interface DemoAlipay extends BothEnds {
  sellerId: string
}

const generate = promisify(generateKeyPair)

async function aPair(): Promise<{ publicKey: string; privateKey: string }> {
  return generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

async function bothEnds(appId: string): Promise<BothEnds> {
  const [merchant, platform] = await Promise.all([aPair(), aPair()])
  return {
    appId,
    privateKey: merchant.privateKey,
    merchantPublicKey: merchant.publicKey,
    publicKey: platform.publicKey,
    platformPrivateKey: platform.privateKey,
  }
}

const makeWechat = async (mchId = '1900000109'): Promise<DemoMerchant> => ({
  ...(await bothEnds(`wx${randomBytes(8).toString('hex')}`)),
  mchId,
  serial: randomBytes(20).toString('hex').toUpperCase(),
  apiV3Key: randomBytes(16).toString('hex'),
  publicKeyId: `PUB_KEY_ID_0119000001092026${randomBytes(8).toString('hex').toUpperCase()}`,
})

const makeAlipay = async (end = '000000000109'): Promise<DemoAlipay> => ({
  ...(await bothEnds(`2021${end}`)),
  sellerId: `2088${end}`,
})

async function load<M>(folder: string, name: string): Promise<M | null> {
  const known = await readFile(join(folder, name), 'utf8').catch(() => null)
  return known ? (JSON.parse(known) as M) : null
}

async function save<M>(folder: string, name: string, merchant: M): Promise<M> {
  const file = join(folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.part`, JSON.stringify(merchant), { mode: 0o600 })
  await rename(`${file}.part`, file)
  return merchant
}

const loadOrMake = async <M>(folder: string, name: string, make: () => Promise<M>): Promise<M> =>
  (await load<M>(folder, name)) ?? save(folder, name, await make())

/** A merchant that is created on first use, then stored in the data folder. */
function stored<M>(name: string, make: () => Promise<M>): (dataFolder: string) => Promise<M> {
  const known = new Map<string, Promise<M>>()
  return (dataFolder) => {
    let merchant = known.get(dataFolder)
    if (!merchant) known.set(dataFolder, (merchant = loadOrMake(dataFolder, name, make)))
    return merchant
  }
}

/** The demo's merchant at its WeChat Pay. */
export const demoMerchant = stored('demo-wechatpay.json', () => makeWechat())

/** The demo's merchant at its Alipay. */
export const demoAlipay = stored('demo-alipay.json', () => makeAlipay())

const fileOf = (channel: PaymentChannelName, number: string) => `demo-${channel}-${number}.json`
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('')

/** Gives a project another merchant at the demo's WeChat Pay. */
export async function registerWechat(dataFolder: string): Promise<DemoMerchant> {
  const merchant = await makeWechat(`19${digits(8)}`)
  return save(dataFolder, fileOf('wechat', merchant.mchId), merchant)
}

/** Gives a project another merchant at the demo's Alipay. */
export async function registerAlipay(dataFolder: string): Promise<DemoAlipay> {
  const merchant = await makeAlipay(digits(12))
  return save(dataFolder, fileOf('alipay', merchant.appId), merchant)
}

async function find<M>(
  dataFolder: string,
  channel: PaymentChannelName,
  number: string,
  [own, numberOf]: [(folder: string) => Promise<M>, (merchant: M) => string],
): Promise<M | null> {
  const merchant = await own(dataFolder)
  if (numberOf(merchant) === number) return merchant
  // It names a file.
  return /^\d{8,32}$/.test(number) ? load<M>(dataFolder, fileOf(channel, number)) : null
}

/** The merchant of a number at the demo's WeChat Pay, or null. */
export const findWechat = (dataFolder: string, mchId: string) =>
  find(dataFolder, 'wechat', mchId, [demoMerchant, (merchant) => merchant.mchId])

/** The merchant of an application at the demo's Alipay, or null. */
export const findAlipay = (dataFolder: string, appId: string) =>
  find(dataFolder, 'alipay', appId, [demoAlipay, (merchant) => merchant.appId])
