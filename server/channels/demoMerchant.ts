import { generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Both ends of the demo's WeChat Pay: the merchant's keys and the platform's. */
export interface DemoMerchant {
  appId: string
  mchId: string
  serial: string
  /** PEM; the merchant signs with it. */
  privateKey: string
  merchantPublicKey: string
  apiV3Key: string
  publicKeyId: string
  /** PEM; the platform's. */
  publicKey: string
  platformPrivateKey: string
}

const generate = promisify(generateKeyPair)

async function aPair(): Promise<{ publicKey: string; privateKey: string }> {
  return generate('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
}

async function make(): Promise<DemoMerchant> {
  const [merchant, platform] = await Promise.all([aPair(), aPair()])
  const serial = randomBytes(20).toString('hex').toUpperCase()
  return {
    appId: `wx${randomBytes(8).toString('hex')}`,
    mchId: '1900000109',
    serial,
    privateKey: merchant.privateKey,
    merchantPublicKey: merchant.publicKey,
    apiV3Key: randomBytes(16).toString('hex'),
    publicKeyId: `PUB_KEY_ID_0119000001092026${randomBytes(8).toString('hex').toUpperCase()}`,
    publicKey: platform.publicKey,
    platformPrivateKey: platform.privateKey,
  }
}

async function loadOrMake(folder: string): Promise<DemoMerchant> {
  const file = join(folder, 'demo-wechatpay.json')
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return JSON.parse(known) as DemoMerchant
  const made = await make()
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.part`, JSON.stringify(made), { mode: 0o600 })
  await rename(`${file}.part`, file)
  return made
}

const known = new Map<string, Promise<DemoMerchant>>()

/** The demo's merchant: created on first use, then stored in the data folder. */
export function demoMerchant(dataFolder: string): Promise<DemoMerchant> {
  let merchant = known.get(dataFolder)
  if (!merchant) known.set(dataFolder, (merchant = loadOrMake(dataFolder)))
  return merchant
}
