import { generateKeyPair, randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

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

const makeWechat = async (): Promise<DemoMerchant> => ({
  ...(await bothEnds(`wx${randomBytes(8).toString('hex')}`)),
  mchId: '1900000109',
  serial: randomBytes(20).toString('hex').toUpperCase(),
  apiV3Key: randomBytes(16).toString('hex'),
  publicKeyId: `PUB_KEY_ID_0119000001092026${randomBytes(8).toString('hex').toUpperCase()}`,
})

const makeAlipay = async (): Promise<DemoAlipay> => ({
  ...(await bothEnds('2021000000000109')),
  sellerId: '2088000000000109',
})

async function loadOrMake<M>(folder: string, name: string, make: () => Promise<M>): Promise<M> {
  const file = join(folder, name)
  const known = await readFile(file, 'utf8').catch(() => null)
  if (known) return JSON.parse(known) as M
  const made = await make()
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.part`, JSON.stringify(made), { mode: 0o600 })
  await rename(`${file}.part`, file)
  return made
}

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
export const demoMerchant = stored('demo-wechatpay.json', makeWechat)

/** The demo's merchant at its Alipay. */
export const demoAlipay = stored('demo-alipay.json', makeAlipay)
