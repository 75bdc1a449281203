import Modal from 'antd/es/modal'
import Result from 'antd/es/result'
import Spin from 'antd/es/spin'
import { useCall } from '../../../../web/client.ts'
import { type WechatApp, wechatAppCalls } from '../contract.ts'
import { useWechatAppWords } from './words.ts'

/** WeChat's answers that an operator can do something about. */
const advices = [40_013, 40_125, 40_164, 48_001] as const

/** Tries the credentials of an app at WeChat and shows the answer. */
export default function ProbeDialog({ app, onClose }: { app: WechatApp; onClose: () => void }) {
  const say = useWechatAppWords()
  const query = useCall(wechatAppCalls.projectConfigList, { probe: app.id }, { staleTime: 0 })
  const probe = query.isFetching ? null : query.data?.find((config) => config.id === app.id)?.probe
  const advice = advices.find((code) => code === probe?.code)
  const text =
    probe && !probe.ok
      ? probe.code === null
        ? say('silent')
        : `${say('failed', { code: probe.code, message: probe.message })} ${advice ? say(`advice${advice}`) : ''}`
      : query.error?.message
  return (
    <Modal open title={`${say('test')} · ${app.name}`} onCancel={onClose} footer={null}>
      {query.isFetching ? (
        <Spin style={{ display: 'block', padding: 48 }} />
      ) : (
        <Result
          status={probe?.ok ? 'success' : 'warning'}
          title={say(probe?.ok ? 'ok' : 'answered')}
          subTitle={text}
        />
      )}
    </Modal>
  )
}
