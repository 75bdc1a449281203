import { Link } from 'react-router'
import { yuan } from '../../../contract/money.ts'
import { useCall } from '../../../web/client.ts'
import { refundCalls } from '../contract.ts'
import { useFailureText } from './failureText.ts'
import './Refund.css'
import { useRefundWords } from './words.ts'

/** Number of refunds shown; the list has the others. */
const first = 3

/** For the home page: the newest refunds that did not go through, each with the reason and the way to it. */
export function StuckRefunds() {
  const say = useRefundWords()
  const failureText = useFailureText()
  const { data } = useCall(refundCalls.list, { stuck: true, limit: first })
  if (!data || data.list.length === 0) return null
  return (
    <div className="refund-stuck">
      <h3>{say('stuckTitle')}</h3>
      <ul className="k-stack k-gap-2 k-list">
        {data.list.map((refund) => (
          <li key={refund.id}>
            <Link to={`/invoice-manage/refund-list?stuck=true&keyword=${refund.refundNo}`}>
              <b>¥{yuan(refund.amount)}</b> {refund.payerName}
            </Link>
            <p className="k-soft">{failureText(refund) ?? say('noAnswerYet')}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
