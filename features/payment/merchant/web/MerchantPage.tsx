import { useState } from 'react'
import { paymentChannelNames } from '../../../../contract/payment.ts'
import { useAction } from '../../../../web/client.ts'
import { useBegin } from '../../../../web/shell/view/useBegin.ts'
import { Button } from '../../../../web/shell/control/Button.tsx'
import { CrudTable } from '../../../../web/shell/list/CrudTable.tsx'
import { useMay } from '../../../../web/shell/view/may.ts'
import { RowActions } from '../../../../web/shell/control/RowActions.tsx'
import { Tag } from '../../../../web/shell/control/Tag.tsx'
import { When } from '../../../../web/shell/control/When.tsx'
import { dialogPart } from '../../../../web/shell/form/withAntd.tsx'
import { useBilingual } from '../../../../web/words.ts'
import { orderChannelNames } from '../../../order/rules.ts'
import { useProposed } from '../../../approval/web/useProposed.ts'
import { type Merchant, merchantCalls } from '../contract.ts'
import { useMerchantWords } from './words.ts'

const MerchantDrawer = dialogPart(() => import('./MerchantDrawer.tsx'))
const CheckDialog = dialogPart(() => import('./CheckDialog.tsx'))

/** /project-manage/merchant: the merchants through which a project is paid, without their keys. */
export default function MerchantPage() {
  const say = useMerchantWords()
  const [edited, setEdited] = useState<Merchant | 'new' | null>(null)
  useBegin('merchant', () => setEdited('new'))
  const [checked, setChecked] = useState<Merchant | null>(null)
  const proposed = useProposed()
  const disable = useAction(merchantCalls.disabled, { onDone: (proposal) => proposal && proposed() })
  const maySave = useMay(merchantCalls.save)
  const mayDisable = useMay(merchantCalls.disabled)
  const bilingual = useBilingual()
  const channelName = (channel: Merchant['channel']) =>
    bilingual(orderChannelNames[channel].zh, orderChannelNames[channel].en)

  const actions = (row: Merchant) => {
    const { id, name } = row
    const isEnabled = row.status === 'enabled'
    return (
      <RowActions
        actions={[
          maySave && { key: 'edit', opens: true, label: say('modify'), onClick: () => setEdited(row) },
          { key: 'test', label: say('test'), onClick: () => setChecked(row) },
          mayDisable && {
            key: 'disable',
            label: say(isEnabled ? 'disable' : 'enable'),
            danger: isEnabled,
            confirm: {
              title: say(isEnabled ? 'disableConfirm' : 'enableConfirm', { name }),
              text: say(isEnabled ? 'disableText' : 'enableText'),
            },
            onClick: () => disable.mutate({ id, disabled: isEnabled }),
          },
        ]}
      />
    )
  }
  return (
    <>
      <CrudTable
        call={merchantCalls.query}
        filters={[
          { name: 'name', label: say('name'), kind: 'text' },
          {
            name: 'channel',
            label: say('channel'),
            kind: 'select',
            options: paymentChannelNames.map((value) => ({ value, label: channelName(value) })),
          },
        ]}
        toolbar={
          maySave && (
            <Button type="primary" onClick={() => setEdited('new')}>
              {say('add')}
            </Button>
          )
        }
        columns={[
          { key: 'name', title: say('name'), dataIndex: 'name' },
          { key: 'channel', title: say('channel'), render: (_, row) => channelName(row.channel) },
          { key: 'merchantNo', title: say('number'), render: (_, row) => <code>{row.merchantNo}</code> },
          { key: 'appId', title: say('appId'), render: (_, row) => <code>{row.appId}</code> },
          {
            key: 'status',
            title: say('status'),
            card: 'tag',
            render: (_, row) => (
              <Tag color={row.status === 'enabled' ? 'green' : 'default'}>
                {say(row.status === 'enabled' ? 'active' : 'disabled')}
              </Tag>
            ),
          },
          { key: 'updatedAt', title: say('updated'), render: (_, row) => <When at={row.updatedAt} /> },
          { key: 'actions', title: say('actions'), fixed: 'right', render: (_, row) => actions(row) },
        ]}
      />
      {edited && (
        <MerchantDrawer merchant={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {checked && <CheckDialog merchant={checked} onClose={() => setChecked(null)} />}
    </>
  )
}
