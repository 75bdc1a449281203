import { send } from '../../../web/client.ts'
import { visitedUnit } from '../../project/web/settings.ts'
import { type Proof, ProofForm } from '../../session/web/ProofForm.tsx'
import { wechatCalls } from '../contract.ts'
import { useWechatWords } from './words.ts'

/** Proves an account by its password and binds a recognised WeChat to it; without `asksAccount` the one signed in. */
export function BindForm({
  scene,
  showsAccount = false,
  onBound,
}: {
  scene: string
  showsAccount?: boolean
  onBound: (token: string | null) => void
}) {
  const say = useWechatWords()

  async function bind({ account, password }: Proof) {
    const unitId = visitedUnit()
    const { data } = await send(
      wechatCalls.bind,
      { scene, password, ...(showsAccount ? { account } : {}), ...(unitId ? { unitId } : {}) },
      { quiet: true },
    )
    onBound(data.tokenCode)
  }

  return (
    <ProofForm showsAccount={showsAccount} submit={say(showsAccount ? 'bind' : 'bindOwn')} onProve={bind} />
  )
}
