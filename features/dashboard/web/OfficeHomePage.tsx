import { Link } from 'react-router'
import type { Permission } from '../../../contract/menu.ts'
import { useCall } from '../../../web/client.ts'
import { thisYear, today } from '../../../web/dayStart.ts'
import { money, number } from '../../../web/format.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useMay } from '../../../web/shell/may.ts'
import { orderCalls } from '../../order/contract.ts'
import { useAccount } from '../../session/web/account.ts'
import { WorkList } from '../../workQueue/web/WorkList.tsx'
import { dashboardCalls } from '../contract.ts'
import './OfficeHome.css'
import { useDashboardWords } from './words.ts'

/** /home/index: who one is here, what waits, and the figures of the pages one works on, each with the way there. */
export default function OfficeHomePage() {
  const say = useDashboardWords()
  const account = useAccount()
  return (
    <>
      <div className="shell-card home-hello">
        <h1>{say('hello', { name: account?.userName ?? '' })}</h1>
        <p className="k-muted">
          {say('role', { role: account?.roleName ?? '', unit: account?.unitName ?? say('whole') })}
        </p>
      </div>
      <section className="shell-card home-work" aria-labelledby="home-work">
        <h2 id="home-work">{say('toDo')}</h2>
        <WorkList />
      </section>
      <Money />
      <Training />
    </>
  )
}

/** Figures for those who have the order list: what was paid, and what is not paid yet. */
function Money() {
  const say = useDashboardWords()
  const enabled = useMay(orderCalls.getTotals)
  const query = useCall(orderCalls.getTotals, {}, { enabled })
  if (!enabled) return null
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const { data } = query
  const orders = '/order-manage/list'
  const day = today()
  const sums = [
    ['paidToday', data?.paidToday, `${orders}?paidFrom=${day}`],
    ['paidThisMonth', data?.paidThisMonth, `${orders}?paidFrom=${day.slice(0, 8)}01`],
    ['unpaid', data?.unpaid, `${orders}?status=unpaid`],
  ] as const
  return (
    <Figures title={say('money')}>
      {sums.map(([name, sum, to]) => (
        <Figure
          key={name}
          name={say(name)}
          value={sum && money(sum.amount)}
          detail={sum && say('orders', { count: sum.count })}
          to={to}
        />
      ))}
    </Figures>
  )
}

/** Figures of learners and classes, each for those who may open the page it comes from. */
function Training() {
  const say = useDashboardWords()
  const query = useCall(dashboardCalls.getDashboardDataTotal, {})
  const has: Record<'learners' | 'records' | 'classes', boolean> = {
    learners: useMay('/student-manage/student'),
    records: useMay('/train-manage/study-report'),
    classes: useMay('/train-manage/class'),
  }
  if (query.isError) return <Failure error={query.error} onRetry={() => void query.refetch()} />
  const { data } = query
  const [learners, records, classes] = [
    '/student-manage/student' satisfies Permission,
    '/train-manage/study-report' satisfies Permission,
    '/train-manage/class' satisfies Permission,
  ]
  const figures = [
    ['learners', 'learners', data?.learners, `${learners}?status=active`],
    ['studying', 'records', data?.studying, `${records}?status=active`],
    [
      'passedThisYear',
      'records',
      data?.passedThisYear,
      `${records}?status=passed&passedFrom=${thisYear()}-01-01`,
    ],
    // No list adds up to these.
    ['hoursThisYear', 'records', data && data.hoursTenthsThisYear / 10, null],
    ['certificatesThisYear', 'records', data?.certificatesThisYear, null],
    ['classesOnShelf', 'classes', data?.classesOnShelf, `${classes}?status=on_shelf`],
  ] as const
  const shown = figures.filter(([, page]) => has[page])
  if (shown.length === 0) return null
  return (
    <Figures title={say('training')}>
      {shown.map(([name, , value, to]) => (
        <Figure key={name} name={say(name)} value={value === undefined ? undefined : number(value)} to={to} />
      ))}
    </Figures>
  )
}

function Figures({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="home-figures">
      <h2>{title}</h2>
      <ul>{children}</ul>
    </section>
  )
}

/** A figure with the list that has as much, where there is one; a line stands in its place until it is known. */
function Figure({
  name,
  value,
  detail,
  to,
}: {
  name: string
  value: string | undefined
  detail?: string | undefined
  to: string | null
}) {
  const content = (
    <>
      <span>{name}</span>
      <strong>{value ?? '–'}</strong>
      {detail && <small>{detail}</small>}
    </>
  )
  const look = 'shell-card home-figure'
  return (
    <li>
      {to ? (
        <Link className={look} to={to}>
          {content}
        </Link>
      ) : (
        <div className={look}>{content}</div>
      )}
    </li>
  )
}
