import { useState } from 'react'
import { yuan } from '../../../contract/money.ts'
import { Chips } from '../../../web/kit/Chips.tsx'
import { Empty } from '../../../web/kit/Loaded.tsx'
import { Button } from '../../../web/shell/control/Button.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { Tag } from '../../../web/shell/control/Tag.tsx'
import { dialogPart } from '../../../web/shell/form/withAntd.tsx'
import { useBilingual } from '../../../web/words.ts'
import { type BatchItem, type BatchOrderDetail, placeStates } from '../contract.ts'
import './BatchOrder.css'
import { useBatchOrderWords } from './words.ts'

const ReplacePerson = dialogPart(() => import('./ReplacePerson.tsx'))

const itemColors = {
  unpaid: 'orange',
  opening: 'blue',
  opened: 'green',
  failed: 'red',
  refunded: 'default',
  cancelled: 'default',
} as const

/** The learners of an order, each with the state of the place. */
export function BatchItems({
  order,
  state,
  onState,
  page,
  limit,
  onPage,
}: {
  order: BatchOrderDetail
  state: BatchItem['state'] | 'all'
  onState: (state: BatchItem['state'] | 'all') => void
  page: number
  limit: number
  onPage: (page: number) => void
}) {
  const say = useBatchOrderWords()
  const either = useBilingual()
  const [replacing, setReplacing] = useState<BatchItem | null>(null)
  const { list, total } = order.items
  return (
    <section className="shell-card">
      <h2>{say('learners')}</h2>
      <Chips
        label={say('stage')}
        value={state}
        onChange={onState}
        options={[
          { value: 'all' as const, label: say('all') },
          ...placeStates.map((value) => ({ value, label: say(`place_${value}`) })),
        ]}
      />
      {list.length === 0 ? (
        <Empty />
      ) : (
        <table className="batch-people">
          <thead>
            <tr>
              <th scope="col">{say('learner')}</th>
              <th scope="col">{say('stage')}</th>
              <th scope="col">{say('progress')}</th>
              <th scope="col">{say('amount')}</th>
              <th scope="col">{say('actions')}</th>
            </tr>
          </thead>
          <tbody>
            {list.map((item) => (
              <tr key={item.itemId}>
                <td>
                  <strong>{item.realName}</strong>{' '}
                  <span className="k-caption">{item.cardMask ?? item.mobileMask}</span>
                  {item.replaced.length > 0 && (
                    <div className="k-caption">
                      {say('before', { names: item.replaced.map(({ name }) => name).join(say('comma')) })}
                    </div>
                  )}
                </td>
                <td>
                  <Tag color={itemColors[item.state]}>{say(`place_${item.state}`)}</Tag>
                  {item.problem && (
                    <div className="k-small k-warn">{either(item.problem.zh, item.problem.en)}</div>
                  )}
                </td>
                <td>{item.enrolmentId && `${Math.floor(item.progress / 100)}%`}</td>
                <td className="k-numbers">¥{yuan(item.payable)}</td>
                <td>
                  {item.replaceable && order.steps.includes('replace') && (
                    <Button size="small" onClick={() => setReplacing(item)}>
                      {say('replace')}
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <Pages {...{ page, limit, total }} hidesOne onPage={onPage} />
      {replacing && (
        <ReplacePerson
          unitClassId={order.unitClassId}
          itemId={replacing.itemId}
          name={replacing.realName}
          onClose={() => setReplacing(null)}
        />
      )}
    </section>
  )
}
