import { useState } from 'react'
import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { Empty, Loaded } from '../../../web/kit/Loaded.tsx'
import { Pages } from '../../../web/shell/control/Pages.tsx'
import { When } from '../../../web/shell/control/When.tsx'
import { useVoucherWords } from '../../receipt/voucher/web/words.ts'
import { unitClassPaths } from '../../unitClass/web/paths.ts'
import { batchOrderCalls } from '../contract.ts'
import './BatchOrder.css'
import { StageLine } from './StageTag.tsx'
import { useBatchOrderWords } from './words.ts'

const limit = 10

/** The orders of a unit class, each with what comes next and who has to act. */
export function ClassOrders({ unitClassId }: { unitClassId: string }) {
  const say = useBatchOrderWords()
  const word = useVoucherWords()
  const [page, setPage] = useState(1)
  const query = useCall(
    batchOrderCalls.queryBatchOrderListByUnitClassId,
    { unitClassId, page, limit },
    { keep: true, staleTime: 0 },
  )
  return (
    <Loaded query={query}>
      {({ list, total }) =>
        list.length === 0 ? (
          <Empty title={say('noOrders')} />
        ) : (
          <div className="k-stack shell-card batch-board">
            <table className="batch-people">
              <thead>
                <tr>
                  <th scope="col">{say('orderNo')}</th>
                  <th scope="col">{say('stage')}</th>
                  <th scope="col">{say('who')}</th>
                  <th scope="col">{say('amount')}</th>
                  <th scope="col">{say('orderedAt')}</th>
                </tr>
              </thead>
              <tbody>
                {list.map((order) => (
                  <tr key={order.id}>
                    <td>
                      <Link to={unitClassPaths.pay(order.id)}>{order.orderNo}</Link>
                      <div className="k-caption">
                        {word('reference')} {order.reference}
                      </div>
                    </td>
                    <td>
                      <StageLine stage={order.stage} />
                    </td>
                    <td>
                      {say('headsOf', { count: order.headCount })}
                      <div className="k-caption">
                        {order.headCount > order.firstNames.length
                          ? say('firstOf', { names: order.firstNames.join(say('comma')) })
                          : order.firstNames.join(say('comma'))}
                      </div>
                    </td>
                    <td className="k-numbers k-nowrap">
                      {order.amount === 0 ? say('sumFree') : `¥${yuan(order.amount)}`}
                    </td>
                    <td>
                      <When at={order.createdAt} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
            <Pages {...{ page, limit, total }} hidesOne onPage={setPage} />
          </div>
        )
      }
    </Loaded>
  )
}
