import Checkbox from 'antd/es/checkbox'
import Form from 'antd/es/form'
import { useRef } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { freshId } from '../../../web/freshId.ts'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { noReasons, ReasonInputs, type Reasons, reasonsOf } from '../../order/web/ReasonInputs.tsx'
import { type Refund, refundCalls, type RefundData } from '../contract.ts'
import { useRefundWords } from './words.ts'

interface Fields extends Reasons {
  itemIds: string[]
  /** Yuan by item; without one all that is left. */
  yuan: Record<string, number | null>
}

/** Items sent of a form: with a sum only where it is less than all that is left. */
function chosenOf({ items }: RefundData, { itemIds, yuan: given }: Fields) {
  return items
    .filter(({ itemId }) => itemIds.includes(itemId))
    .map(({ itemId, amount }) => {
      const part = given?.[itemId]
      const fen = part === null || part === undefined ? amount : Math.round(part * 100)
      return fen === amount ? { itemId } : { itemId, amount: fen }
    })
}

/** An operator’s refund of classes of an order, whole or in part. */
export default function NewRefund({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const say = useRefundWords()
  const query = useCall(refundCalls.data, { orderId })
  const submit = useAction(refundCalls.submit, { quiet: true })
  const proposed = useProposed()
  const rulesOf = useYuanRules()
  const [form] = Form.useForm<Fields>()
  const chosen = Form.useWatch('itemIds', form) ?? []
  const { data } = query
  const isBlocked = data?.items.every(({ blocks }) => blocks.length > 0)
  const requestKey = useRef(freshId())
  return (
    <FormDialog<Fields, Refund>
      name="new-refund"
      title={say('newTitle', { no: data?.orderNo ?? '' })}
      submit={say('do')}
      form={form}
      query={query}
      isBlocked={chosen.length === 0}
      values={{ itemIds: [], yuan: {}, ...noReasons }}
      inputs={{ items: 'itemIds' }}
      onSave={(values) =>
        submit.mutateAsync({
          orderId,
          items: chosenOf(data!, values),
          ...reasonsOf(values),
          requestKey: requestKey.current,
        })
      }
      onSaved={({ status }) => {
        onClose()
        if (status !== 'applied') notify('success', say('submitted'))
        else if (data!.offlineWhy) notify('prompt', say('offlineNext'))
        else proposed()
      }}
      onClose={onClose}
    >
      <p>{say('newHint')}</p>
      {data?.offlineWhy && <p>{say(data.offlineWhy)}</p>}
      <Form.Item name="itemIds" label={say('classes')}>
        <Checkbox.Group className="refund-items">
          {data?.items.map(({ itemId, name, amount, progress, isCounted, examined, blocks }) => (
            <div key={itemId} className="refund-item">
              <Checkbox value={itemId} disabled={blocks.length > 0}>
                {name} · ¥{yuan(amount)} · {say('studied', { percent: Math.floor(progress / 100) })}
              </Checkbox>
              {blocks.map((text) => (
                <p key={text} className="refund-block">
                  {text}
                </p>
              ))}
              {isCounted && blocks.length === 0 && <p className="refund-block">{say('counted')}</p>}
              {examined && blocks.length === 0 && <p className="refund-block">{say(examined)}</p>}
              {chosen.includes(itemId) && (
                <Form.Item name={['yuan', itemId]} rules={rulesOf(1, amount)}>
                  <YuanInput aria-label={say('partOf', { name })} placeholder={yuan(amount)} />
                </Form.Item>
              )}
            </div>
          ))}
        </Checkbox.Group>
      </Form.Item>
      {isBlocked ? (
        <p>
          <Link to={`/invoice-manage/refund-list?keyword=${data!.orderNo}`}>{say('ofOrder')}</Link>
        </p>
      ) : (
        <ReasonInputs />
      )}
    </FormDialog>
  )
}
