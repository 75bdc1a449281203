import Modal from 'antd/es/modal'
import Result from 'antd/es/result'
import Spin from 'antd/es/spin'
import { useCall } from '../../../../web/client.ts'
import { type Merchant, merchantCalls } from '../contract.ts'
import { useMerchantWords } from './words.ts'

/** Asks the channel about the keys of a merchant and shows its answer, with what to do about it. */
export default function CheckDialog({ merchant, onClose }: { merchant: Merchant; onClose: () => void }) {
  const say = useMerchantWords()
  const query = useCall(merchantCalls.check, { id: merchant.id }, { staleTime: 0 })
  const check = query.isFetching ? undefined : query.data
  const advice = {
    right: say(merchant.channel === 'wechat' ? 'rightWechat' : 'rightAlipay'),
    refused: say('refusedText', { code: check?.code ?? '' }),
    unsigned: say('unsignedText'),
    silent: say('silentText'),
  }
  return (
    <Modal open title={`${say('test')} · ${merchant.name}`} onCancel={onClose} footer={null}>
      {query.isFetching ? (
        <Spin style={{ display: 'block', padding: 48 }} />
      ) : (
        <Result
          status={check?.result === 'right' ? 'success' : 'warning'}
          title={check ? say(check.result) : query.error?.message}
          subTitle={check && advice[check.result]}
        />
      )}
    </Modal>
  )
}
