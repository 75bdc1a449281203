import Col from 'antd/es/col'
import Row from 'antd/es/row'
import Statistic from 'antd/es/statistic'
import { Link } from 'react-router'
import { useCall } from '../../../web/client.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { useWaiting } from '../../approval/web/useWaiting.ts'
import { useAccount } from '../../session/web/account.ts'
import { dashboardCalls } from '../contract.ts'
import { useDashboardWords } from './words.ts'

/** /home/index: who one is here and the key figures of one's own units. */
export default function OfficeHomePage() {
  const say = useDashboardWords()
  const account = useAccount()
  const query = useCall(dashboardCalls.getDashboardDataTotal, {})
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const { data } = query
  const figures = [
    ['learners', data?.learners],
    ['studying', data?.studying],
    ['passedThisYear', data?.passedThisYear],
    ['hoursThisYear', data && data.hoursTenthsThisYear / 10],
    ['certificatesThisYear', data?.certificatesThisYear],
    ['classesOnShelf', data?.classesOnShelf],
  ] as const
  return (
    <>
      <div className="shell-card" style={{ marginBottom: 12 }}>
        <h1>{say('hello', { name: account?.userName ?? '' })}</h1>
        <p className="k-muted">
          {say('role', { role: account?.roleName ?? '', unit: account?.unitName ?? say('whole') })}
        </p>
      </div>
      <Waiting />
      <Row gutter={[12, 12]}>
        {figures.map(([key, value]) => (
          <Col key={key} xs={12} md={8} xl={4}>
            <div className="shell-card">
              <Statistic title={say(key)} value={value ?? 0} loading={query.isPending} />
            </div>
          </Col>
        ))}
      </Row>
    </>
  )
}

const approvals = '/customer/exception-register'

/** What waits for the reader's approval, and what of the reader's own was rejected; nothing while there is neither. */
function Waiting() {
  const say = useDashboardWords()
  const mayOpen = useMay(approvals)
  const { toApprove, rejected } = useWaiting()
  const lines = [
    ['toApprove', toApprove, 'status=proposed&own=no'],
    ['rejected', rejected, 'status=rejected&own=yes'],
  ] as const
  const shown = lines.filter(([, count]) => count > 0)
  if (shown.length === 0) return null
  return (
    <Row gutter={[12, 12]} style={{ marginBottom: 12 }}>
      {shown.map(([key, count, query]) => (
        <Col key={key} xs={12} md={8} xl={4}>
          <div className="shell-card">
            <Statistic title={say(key)} value={count} />
            {mayOpen && <Link to={`${approvals}?part=approvals&${query}`}>{say('view')}</Link>}
          </div>
        </Col>
      ))}
    </Row>
  )
}
