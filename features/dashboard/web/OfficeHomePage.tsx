import { type ReactNode, use } from 'react'
import { Link } from 'react-router'
import type { Permission } from '../../../contract/menu.ts'
import { useCall } from '../../../web/client.ts'
import { thisYear, today } from '../../../web/dayStart.ts'
import { money, number } from '../../../web/format.ts'
import { Failure } from '../../../web/kit/Loaded.tsx'
import { useMay, WholeProject } from '../../../web/shell/view/may.ts'
import { orderCalls, type OrderTotals } from '../../order/contract.ts'
import { refundCalls, type RefundTotals } from '../../refund/contract.ts'
import { StuckRefunds } from '../../refund/web/StuckRefunds.tsx'
import { useAccount } from '../../session/web/account.ts'
import { rosterMenu } from '../../student/import/contract.ts'
import { WorkList } from '../../workQueue/web/WorkList.tsx'
import { dashboardCalls, type Totals } from '../contract.ts'
import type { BoardKind } from '../rules.ts'
import { isNothing, useAmountOf, useBoardName } from './amounts.ts'
import './OfficeHome.css'
import { useDashboardWords } from './words.ts'

/** /home/index: who one is here, the work that waits, and the figures of one's pages, each with the way to its list. */
export default function OfficeHomePage() {
  const say = useDashboardWords()
  const account = useAccount()
  const hasRecords = useMay('/train-manage/study-report')
  const maySeeOrders = useMay(orderCalls.getTotals)
  const maySeeRefunds = useMay(refundCalls.getTotals)
  const training = useCall(dashboardCalls.getDashboardDataTotal, {})
  const orders = useCall(orderCalls.getTotals, {}, { enabled: maySeeOrders })
  const refunds = useCall(refundCalls.getTotals, {}, { enabled: maySeeRefunds })
  const failed = [training, orders, refunds].filter(({ isError }) => isError)
  const money = (
    <>
      {maySeeOrders && !orders.isError && <Money totals={orders.data} />}
      {maySeeRefunds && !refunds.isError && (
        <Refunds totals={refunds.data} paid={orders.data?.paidThisMonth} />
      )}
    </>
  )
  return (
    <>
      <div className="home-hello k-cluster">
        <h1>{say('hello', { name: account?.userName ?? '' })}</h1>
        <p className="k-muted">
          {say('role', { role: account?.roleName ?? '', unit: account?.unitName ?? say('whole') })}
        </p>
      </div>
      <Work />
      {failed[0]?.error && (
        <Failure error={failed[0].error} onRetry={() => failed.forEach((query) => void query.refetch())} />
      )}
      {training.data?.learners === 0 && <FirstSteps />}
      {/* Those who have no records of study are here for the money. */}
      {!hasRecords && money}
      {!training.isError && <Training totals={training.data} />}
      {hasRecords && money}
      {training.data && training.data.figures.length > 0 && <Boards totals={training.data} />}
    </>
  )
}

/** The way on for those who may import learners and have none yet. */
function FirstSteps() {
  const say = useDashboardWords()
  if (!useMay(rosterMenu)) return null
  return (
    <section className="shell-card home-first" aria-labelledby="home-first">
      <h2 id="home-first">{say('firstSteps')}</h2>
      <ol className="k-stack k-gap-2">
        <li>
          <Link to="/student-manage/student">{say('importLearners')}</Link>
          <span className="k-muted">{say('importHint')}</span>
        </li>
        <li>
          <span>{say('joinClass')}</span>
          <span className="k-muted">{say('joinHint')}</span>
        </li>
        <li>
          <span>{say('follow')}</span>
          <span className="k-muted">{say('followHint')}</span>
        </li>
      </ol>
    </section>
  )
}

function Work() {
  const say = useDashboardWords()
  return (
    <section className="shell-card home-work" aria-labelledby="home-work">
      <h2 id="home-work">{say('toDo')}</h2>
      <WorkList />
    </section>
  )
}

/** Sums paid and not paid yet: for the provider what it receives, for a unit what its people pay. */
function Money({ totals }: { totals: OrderTotals | undefined }) {
  const say = useDashboardWords()
  const isProvider = use(WholeProject)
  const orders = '/order-manage/list'
  const day = today()
  const sums = [
    ['paidToday', totals?.paidToday, `${orders}?paidFrom=${day}`],
    ['paidThisMonth', totals?.paidThisMonth, `${orders}?paidFrom=${day.slice(0, 8)}01`],
    ['unpaid', totals?.unpaid, `${orders}?status=unpaid`],
    ['expiring', totals?.expiring, `${orders}?attention=expiring`],
  ] as const
  return (
    <Figures title={say(isProvider ? 'money' : 'fees')}>
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

/** Refunds completed this month, under way, and failed; and what is left of what was paid this month, where that is seen. */
function Refunds({
  totals,
  paid,
}: {
  totals: RefundTotals | undefined
  paid: OrderTotals['paidThisMonth'] | undefined
}) {
  const say = useDashboardWords()
  const refunds = '/invoice-manage/refund-list'
  const sums = [
    ['refundedThisMonth', totals?.refundedThisMonth, `${refunds}?refundedFrom=${today().slice(0, 8)}01`],
    ['refundsUnderWay', totals?.underWay, `${refunds}?status=processing`],
    ['surplus', totals?.surplus, `${refunds}?status=processing&kind=surplus`],
  ] as const
  return (
    <Figures title={say('refunds')} more={<StuckRefunds />}>
      {sums.map(([name, sum, to]) => (
        <Figure
          key={name}
          name={say(name)}
          value={sum && money(sum.amount)}
          detail={sum && say('refundCount', { count: sum.count })}
          to={to}
        />
      ))}
      {paid && totals && (
        // No list adds up to it.
        <Figure
          name={say('netThisMonth')}
          value={money(paid.amount - totals.orders.amount)}
          detail={say('netOf')}
          to={null}
        />
      )}
    </Figures>
  )
}

/** Figures of learners and classes, each for those who may open the page it comes from. */
function Training({ totals }: { totals: Totals | undefined }) {
  const say = useDashboardWords()
  const has: Record<'learners' | 'records' | 'classes', boolean> = {
    learners: useMay('/student-manage/student'),
    records: useMay('/train-manage/study-report'),
    classes: useMay('/train-manage/class'),
  }
  const [learners, records, classes] = [
    '/student-manage/student' satisfies Permission,
    '/train-manage/study-report' satisfies Permission,
    '/train-manage/class' satisfies Permission,
  ]
  const inUnit = (unit: 'inPeople' | 'inTimes' | 'inSheets' | 'inClasses', count?: number) =>
    count === undefined ? undefined : say(unit, { shown: number(count) })
  const figures = [
    ['learners', 'learners', inUnit('inPeople', totals?.learners), `${learners}?status=active`],
    ['studying', 'records', inUnit('inTimes', totals?.studying), `${records}?status=active`],
    [
      'passedThisYear',
      'records',
      inUnit('inTimes', totals?.passedThisYear),
      `${records}?status=passed&passedFrom=${thisYear()}-01-01`,
    ],
    // No list adds up to these.
    [
      'hoursThisYear',
      'records',
      totals && say('hoursOf', { hours: number(totals.hoursTenthsThisYear / 10) }),
      null,
    ],
    ['certificatesThisYear', 'records', inUnit('inSheets', totals?.certificatesThisYear), null],
    ['classesOnShelf', 'classes', inUnit('inClasses', totals?.classesOnShelf), `${classes}?status=on_shelf`],
  ] as const
  const shown = figures.filter(([, page]) => has[page])
  if (shown.length === 0) return null
  return (
    <Figures title={say('training')}>
      {shown.map(([name, , value, to]) => (
        <Figure key={name} name={say(name)} value={value} to={to} />
      ))}
    </Figures>
  )
}

/** The kinds of the boards that the home page shows of this month. */
const homeKinds: readonly BoardKind[] = ['registrations', 'active', 'hours', 'passes', 'orders', 'moneyIn']

/** The boards in short: this month with the month before, and the way to the whole of them. */
function Boards({ totals: { figures } }: { totals: Totals }) {
  const say = useDashboardWords()
  const nameOf = useBoardName()
  const amountOf = useAmountOf()
  const board = '/dashboard/index'
  const isEmpty = isNothing(figures)
  return (
    <Figures title={say('board')} more={<Link to={board}>{say('openBoard')}</Link>}>
      {isEmpty && <li className="k-muted home-empty">{say('emptyBoardHint')}</li>}
      {!isEmpty &&
        homeKinds.map((kind) => {
          const figure = figures.find((one) => one.kind === kind)
          return (
            <Figure
              key={kind}
              name={nameOf(kind)}
              value={figure && amountOf(kind, figure.value)}
              detail={figure && say('beforeOf', { amount: amountOf(kind, figure.before) })}
              to={`${board}?kind=${kind}`}
            />
          )
        })}
    </Figures>
  )
}

function Figures({ title, more, children }: { title: string; more?: ReactNode; children: ReactNode }) {
  return (
    <section className="home-figures">
      <h2>{title}</h2>
      <ul className="k-grid k-list">{children}</ul>
      {more}
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
