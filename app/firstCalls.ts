import type { Call, InputOf } from '../contract/call.ts'
import { bannerCalls } from '../features/banner/contract.ts'
import { cartCalls } from '../features/cart/contract.ts'
import { catalogueCalls } from '../features/catalogue/contract.ts'
import { classCategoryCalls } from '../features/class/category/contract.ts'
import { dictionaryCalls } from '../features/dictionary/contract.ts'
import { enrolmentCalls } from '../features/enrolment/contract.ts'
import { attemptCalls } from '../features/exam/attempt/contract.ts'
import { hoursCalls } from '../features/hours/contract.ts'
import { messageCalls } from '../features/message/contract.ts'
import { orderCalls } from '../features/order/contract.ts'
import { noticeCalls } from '../features/notice/contract.ts'
import { personalDataCalls } from '../features/personalData/contract.ts'
import { registerConfigCalls } from '../features/project/register/contract.ts'
import { projectCalls } from '../features/project/contract.ts'
import { textCalls } from '../features/project/text/contract.ts'
import { scoreCalls } from '../features/score/contract.ts'
import { sessionCalls } from '../features/session/contract.ts'
import { applicationCalls } from '../features/signUp/application/contract.ts'
import { signUpCalls } from '../features/signUp/contract.ts'
import { completeCalls } from '../features/student/complete/contract.ts'
import { captureCalls } from '../features/study/capture/contract.ts'
import { unpaidOrders } from '../features/order/web/unpaid.ts'
import { studyCalls } from '../features/study/contract.ts'
import { planCalls } from '../features/trainPlan/contract.ts'

type By = 'anyone' | 'visitor' | 'learner'

/** A call that the browser sends before it has the code of the page that will ask for its answer. */
export interface FirstCall {
  method: Call['method']
  url: string
  body?: string
  /** Anyone, or only who is signed in or is not. */
  by: By
}

function begin<C extends Call>(call: C, input: InputOf<C>, by: By = 'anyone'): FirstCall {
  const way = { method: call.method, url: `/api${call.path}`, by }
  return call.method === 'GET' ? way : { ...way, body: JSON.stringify(input) }
}

const isMine = begin(sessionCalls.getAccountInfo, {}, 'learner')
const frame = [
  isMine,
  begin(projectCalls.getSystemConfig, {}, 'learner'),
  begin(messageCalls.countUnread, {}, 'learner'),
  begin(cartCalls.count, {}, 'learner'),
  begin(personalDataCalls.getCancelledClosing, {}, 'learner'),
]

/** The same of the pages over which the popup may lie. */
const welcomingFrame = [...frame, begin(textCalls.findShownPopup, {})]

/** Orders that wait for money: their classes are paid for, not joined. */
const waitingOrders = begin(orderCalls.findMyOrderList, unpaidOrders, 'learner')
const firstPage = { order: 'recommended', page: 1, limit: 24 } as const

function catalogue(classType: string, year: number): FirstCall[] {
  return [
    ...frame,
    begin(catalogueCalls.findClassList, { classType, year, ...firstPage }, 'visitor'),
    // A learner whose professional group is not known asks for all of them instead.
    begin(catalogueCalls.findClassList, { classType, year, suitable: true, ...firstPage }, 'learner'),
    begin(classCategoryCalls.findClassCategory, { classType }),
    begin(dictionaryCalls.getDictionaryList, { kinds: ['region'] }),
    begin(hoursCalls.getMyClassHour, { year }, 'learner'),
    begin(registerConfigCalls.checkNeedGoMajor, {}, 'learner'),
    begin(cartCalls.find, {}, 'learner'),
    waitingOrders,
  ]
}

const detail = (query: URLSearchParams) => [
  ...frame,
  begin(catalogueCalls.findClassDetail, { id: query.get('id') ?? '' }),
  begin(cartCalls.find, {}, 'learner'),
  waitingOrders,
]

/** Calls for what waits for the learner. */
const waiting = [
  begin(attemptCalls.findMyClassExam, {}, 'learner'),
  waitingOrders,
  begin(enrolmentCalls.myClass, { limit: 50 }, 'learner'),
]

const my = (_: URLSearchParams, year: number) => [
  ...welcomingFrame,
  begin(hoursCalls.getMyClassHour, {}, 'learner'),
  ...waiting,
  begin(completeCalls.isNeedComplete, {}, 'learner'),
  begin(planCalls.findMine, { year }, 'learner'),
]

type CallsOf = Record<string, (query: URLSearchParams, year: number) => FirstCall[]>

/** Calls of the pages that people open first, for an address without further choices in it. */
const firstCalls: CallsOf = {
  '/': (_, year) => [
    ...welcomingFrame,
    begin(bannerCalls.findPcFrontList, {}),
    begin(catalogueCalls.findClassList, { year, order: 'newest', limit: 8 }, 'visitor'),
    begin(enrolmentCalls.myClass, { state: 'studying', limit: 20 }, 'learner'),
    ...waiting,
    begin(hoursCalls.getMyClassHour, {}, 'learner'),
    begin(catalogueCalls.getRecommendedClassList, { limit: 4 }, 'learner'),
    begin(cartCalls.find, {}, 'learner'),
    begin(noticeCalls.findFrontList, { page: 1, limit: 5 }),
  ],
  '/publicClass': (_, year) => catalogue('public', year),
  '/specialized': (_, year) => catalogue('specialized', year),
  '/professional': (_, year) => catalogue('professional', year),
  '/vocational': (_, year) => catalogue('vocational', year),
  '/detail-public': detail,
  '/v2/detail-public': detail,
  '/classCenter': () => [
    ...frame,
    begin(enrolmentCalls.myClass, { state: 'studying', limit: 20 }, 'learner'),
    begin(enrolmentCalls.myClass, { page: 1, limit: 20 }, 'learner'),
    begin(attemptCalls.findMyClassExam, {}, 'learner'),
    begin(hoursCalls.getMyClassHour, {}, 'learner'),
  ],
  '/my': my,
  '/v2/my': my,
  '/classSelectCenter': (_, year) => [
    ...frame,
    begin(hoursCalls.getMyClassHour, { year }, 'learner'),
    begin(planCalls.findMine, { year }, 'learner'),
    begin(registerConfigCalls.checkNeedGoMajor, {}, 'learner'),
    begin(cartCalls.find, {}, 'learner'),
    waitingOrders,
  ],
  '/student/study-page': (query) => {
    const enrolmentId = query.get('enrolmentId') ?? ''
    return [
      isMine,
      begin(projectCalls.getSystemConfig, {}, 'learner'),
      begin(studyCalls.myClassProcess, { enrolmentId }, 'learner'),
      begin(captureCalls.findCaptureTerms, { enrolmentId }, 'learner'),
    ]
  },
}

/** The addresses of these pages, whose code is bundled to come first. */
export const firstPaths: ReadonlySet<string> = new Set(Object.keys(firstCalls))

/** The same with a page of many calls whose code comes after that of the others. */
const allCalls: CallsOf = {
  ...firstCalls,
  '/trainIndex': (_, year) => [
    ...frame,
    begin(bannerCalls.findCmsFrontList, {}),
    begin(signUpCalls.getCmsList, { page: 1, limit: 10 }),
    begin(noticeCalls.findFrontList, { page: 1, limit: 5 }),
    begin(applicationCalls.findMine, { page: 1, limit: 5 }, 'learner'),
    begin(scoreCalls.findMine, {}, 'learner'),
    begin(planCalls.findMine, { year }, 'learner'),
  ],
}

/** Addresses of all their calls. */
export const firstUrls: ReadonlySet<string> = new Set(
  Object.values(allCalls).flatMap((callsOf) => callsOf(new URLSearchParams(), 0).map(({ url }) => url)),
)

/** Address at which they are answered together. */
export const firstAnswersPath = '/api/first-answers'

/** The calls that a page begins with: those of its frame where the address has choices that only its code can read. */
export function firstCallsOf(path: string, query: URLSearchParams, year: number): FirstCall[] {
  const isPlain = [...query.keys()].every((key) => ['id', 'enrolmentId'].includes(key))
  return isPlain ? (allCalls[path]?.(query, year) ?? []) : []
}
