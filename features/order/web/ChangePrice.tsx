import Form from 'antd/es/form'
import { yuan } from '../../../contract/money.ts'
import { useAction, useCall } from '../../../web/client.ts'
import { notify } from '../../../web/notice.ts'
import { useYuanRules, YuanInput } from '../../../web/shell/control/YuanInput.tsx'
import { FormDialog } from '../../../web/shell/form/FormDialog.tsx'
import { useProposed } from '../../approval/web/useProposed.ts'
import { type Order, orderCalls } from '../contract.ts'
import { noReasons, ReasonInputs, type Reasons, reasonsOf } from './ReasonInputs.tsx'
import { useOrderWords } from './words.ts'

/** Lowers what the classes of an unpaid order cost, for a reason. */
export default function ChangePrice({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { data: order } = useCall(orderCalls.getOrderDetail, { orderId }, { staleTime: 0 })
  return order && <Prices order={order} onClose={onClose} />
}

function Prices({ order, onClose }: { order: Order; onClose: () => void }) {
  const say = useOrderWords()
  const proposed = useProposed()
  const rulesOf = useYuanRules()
  const change = useAction(orderCalls.updatePrice, { quiet: true })
  const [form] = Form.useForm<{ yuan: Record<string, number | null> } & Reasons>()
  const typed = Form.useWatch('yuan', form)
  const fenOf = (id: string, payable: number) => {
    const given = typed?.[id]
    return given == null ? payable : Math.round(given * 100)
  }
  const items = order.items.map(({ id, payable }) => ({ itemId: id, payable: fenOf(id, payable) }))
  const total = items.reduce((sum, { payable }) => sum + payable, 0)
  return (
    <FormDialog
      name="change-price"
      form={form}
      title={say('priceTitle', { no: order.orderNo })}
      submit={say('changePrice')}
      values={{
        yuan: Object.fromEntries(order.items.map(({ id, payable }) => [id, payable / 100])) as Record<
          string,
          number | null
        >,
        ...noReasons,
      }}
      onSave={(typed) => change.mutateAsync({ orderId: order.id, items, ...reasonsOf(typed) })}
      onSaved={({ approvalId, mayBePaid }) => {
        onClose()
        if (approvalId) proposed()
        else if (mayBePaid) notify('prompt', say('mayBePaid', { yuan: yuan(total) }))
        else notify('success', say('repriced', { yuan: yuan(total) }))
      }}
      onClose={onClose}
    >
      <p>{say('priceHint')}</p>
      {order.items.map(({ id, name, price, discount }) => (
        <Form.Item
          key={id}
          name={['yuan', id]}
          label={name}
          extra={say('agreed', { yuan: yuan(price - discount) })}
          rules={rulesOf(0, price - discount)}
        >
          <YuanInput />
        </Form.Item>
      ))}
      <p aria-live="polite">
        {total !== order.amount && say('newTotal', { old: yuan(order.amount), total: yuan(total) })}
      </p>
      <ReasonInputs />
    </FormDialog>
  )
}
