import { startDesign } from '../../features/certificate/template/rules.ts'
import { dueLines } from '../../features/hours/rules.ts'
import type { AppContext } from '../../server/appContext.ts'
import type { Tx } from '../../server/db.ts'
import { courseOf } from './content/courses.ts'
import { seededRandom } from './content/random.ts'
import type { ClassContent } from './content/classes.ts'
import { idAt } from './idAt.ts'
import type { SeededLibrary } from './library.ts'
import { listSold, seedOrders } from './orders.ts'
import type { SeededPortal } from './portal.ts'

const day = 86_400_000

interface Life {
  id: string
  accountId: string
  key: string
  /** Videos watched to the end; all of them when passed. */
  videos: number
  passed: boolean
  score: number
  createdAt: string
  passedAt: string | null
}

interface Video {
  itemId: string
  durationMs: number
  required: boolean
}

/** Rows as one JSON parameter: any number of them in one statement. */
const rowsJson = (tx: Tx, rows: readonly object[]) => tx.json(rows as never)

async function videosOf(tx: Tx, library: SeededLibrary): Promise<ReadonlyMap<string, Video[]>> {
  const rows = await tx`
    select cc.class_id, i.id as item_id, (r.duration_seconds * 1000)::int as duration_ms,
      co.attribute = 'required' as required
    from class_courses cc join courses co on co.id = cc.course_id
    join course_items i on i.course_id = co.id join resources r on r.id = i.resource_id
    order by cc.class_id, cc.sort, i.sort`
  const keys = new Map([...library.classIds].map(([key, id]) => [id, key]))
  const videos = new Map<string, Video[]>()
  for (const row of rows) {
    const key = keys.get(row.classId as string)!
    const { itemId, durationMs, required } = row as unknown as Video
    videos.set(key, [...(videos.get(key) ?? []), { itemId, durationMs, required }])
  }
  return videos
}

/**
 * Progress of learners so far: who is in which class since when, and how far. Everyone in a class that is
 * over passed it.
 */
function liveLives(
  accountIds: readonly string[],
  videos: ReadonlyMap<string, Video[]>,
  classes: readonly ClassContent[],
  { now: moment, today }: SeededPortal,
): Life[] {
  const random = seededRandom(7)
  const now = Date.parse(moment)
  const oldest = Number(today.slice(0, 4)) - 3
  const open = classes.filter((item) => Date.parse(item.signUpFrom) < now - 20 * day)
  const lives: Life[] = []
  for (const accountId of accountIds) {
    const chosen = new Set<string>()
    const wanted = accountId === accountIds[0] ? 8 : random.int(2, 7)
    for (let tries = 0; chosen.size < wanted && tries < 40; tries++) {
      const item = random.pick(open)
      if (item.year >= oldest || random.next() < 0.15) chosen.add(item.key)
    }
    for (const key of chosen) {
      const item = classes.find((other) => other.key === key)!
      const closes = Math.min(item.signUpTo === null ? now : Date.parse(item.signUpTo), now)
      const passed = closes < now || random.next() < 0.45
      const from = Date.parse(item.signUpFrom)
      const last = Math.min(closes, from + 330 * day) - 16 * day
      const created = from + random.next() * Math.max(day, last - from)
      const createdAt = new Date(created).toISOString()
      const list = videos.get(key)!
      const lastRequired = list.findLastIndex((video) => video.required)
      // Without an exam, anyone who has watched all that is required has passed.
      const most = item.exam ? list.length : lastRequired
      lives.push({
        id: idAt(createdAt),
        accountId,
        key,
        passed,
        videos: passed ? list.length : random.int(0, most),
        score: random.int(62, 98),
        createdAt,
        passedAt: passed ? new Date(created + random.int(2, 14) * day).toISOString() : null,
      })
    }
  }
  return lives
}

/** Orders, enrolments, coverage, hours and certificates of the learners, each true to the others. */
export async function seedLives(
  tx: Tx,
  app: AppContext,
  portal: SeededPortal,
  library: SeededLibrary,
  accountIds: readonly string[],
): Promise<void> {
  const { projectId } = portal
  const videos = await videosOf(tx, library)
  const priceOf = await listSold(tx, accountIds)
  // Whose unit pays for its people as a group buys nothing of that alone.
  const lives = liveLives(accountIds, videos, library.classes, portal).filter(
    (life) => priceOf(life.accountId, library.classIds.get(life.key)!).isSold,
  )
  const classOf = (life: Life) => library.classes.find((item) => item.key === life.key)!

  await tx`
    insert into enrolments (id, project_id, account_id, class_id, source, status, progress, watched_seconds,
      exam_score, exam_passed, study_done_at, passed_at, passed_by, expires_at, last_item_id, last_position, studied_at, created_at)
    select l.id, ${projectId}, l.account_id, l.class_id, l.source, case when l.passed then 'passed' else 'active' end,
      l.progress, l.watched, case when l.passed and l.exam then l.score end, l.passed and l.exam,
      case when l.progress = 10000 then coalesce(l.passed_at, l.created_at + interval '1 day') end, l.passed_at, case when l.passed then 'rule' end,
      coalesce(c.study_to, l.created_at + make_interval(days => c.valid_days)), l.last_item,
      case when l.last_item is null then null else 0 end, case when l.videos > 0 then coalesce(l.passed_at, l.created_at) end, l.created_at
    from jsonb_to_recordset(${rowsJson(
      tx,
      lives.map((life) => {
        const list = videos.get(life.key)!
        const item = classOf(life)
        const counted = list.some((video) => video.required) ? list.filter((video) => video.required) : list
        const done = list.slice(0, life.videos)
        const sum = (part: Video[]) => part.reduce((total, video) => total + video.durationMs, 0)
        return {
          id: life.id,
          account_id: life.accountId,
          class_id: library.classIds.get(life.key)!,
          source: item.priceFen > 0 ? 'order' : 'free',
          passed: life.passed,
          exam: item.exam,
          score: life.score,
          progress: Math.floor(
            (sum(counted.filter((video) => done.includes(video))) * 10_000) / sum(counted),
          ),
          watched: sum(done) / 1000,
          videos: life.videos,
          last_item: done.at(-1)?.itemId ?? null,
          created_at: life.createdAt,
          passed_at: life.passedAt,
        }
      }),
    )}) as l(id uuid, account_id uuid, class_id uuid, source text, passed boolean, exam boolean, score numeric,
      progress int, watched numeric, videos int, last_item uuid, created_at timestamptz, passed_at timestamptz)
    join train_classes c on c.id = l.class_id`
  await tx`
    update train_classes c set sold = e.sold
    from (select class_id, count(*)::int as sold from enrolments group by class_id) e where e.class_id = c.id`
  await tx`
    insert into operation_logs (project_id, action, subject_kind, subject_id, created_at)
    select project_id, 'enrolment.open', 'enrolment', id::text, created_at from enrolments`

  await tx`
    insert into watch_coverages (enrolment_id, item_id, ranges, furthest_ms, accepted_ms, duration_ms, completed_at, updated_at)
    select w.enrolment_id, w.item_id, int4multirange(int4range(0, w.ms)), w.ms, w.ms, w.ms, w.at, w.at
    from jsonb_to_recordset(${rowsJson(
      tx,
      lives.flatMap((life) =>
        videos
          .get(life.key)!
          .slice(0, life.videos)
          .map((video) => ({
            enrolment_id: life.id,
            item_id: video.itemId,
            ms: video.durationMs,
            at: life.passedAt ?? life.createdAt,
          })),
      ),
    )}) as w(enrolment_id uuid, item_id uuid, ms int, at timestamptz)`

  const sales = lives
    .filter((life) => classOf(life).priceFen > 0)
    .map(({ accountId, createdAt, key }) => ({ accountId, createdAt, classId: library.classIds.get(key)! }))
  await seedOrders(tx, app, portal, sales, priceOf)
  await seedResults(tx, portal, library, lives)
}

async function seedResults(tx: Tx, portal: SeededPortal, library: SeededLibrary, lives: readonly Life[]) {
  const held = new Set<string>()
  const entries = lives
    .filter((life) => life.passed)
    .sort((a, b) => Date.parse(a.passedAt!) - Date.parse(b.passedAt!))
    .flatMap((life) => {
      const item = library.classes.find((other) => other.key === life.key)!
      // A course counts once for a learner and year: in the class passed first.
      const heldKey = (course: string) => `${life.accountId} ${item.year} ${course}`
      const lines = dueLines(
        { hoursTenths: item.hours * 10, requiredHoursTenths: item.requiredHours * 10 },
        item.courses.map((key) => {
          const course = courseOf(key)
          return {
            courseRootId: library.courseIds.get(key)!,
            attribute: course.attribute,
            hoursTenths: course.hours * 10,
            finishedAt: life.passedAt,
            writtenTenths: null,
            held: held.has(heldKey(library.courseIds.get(key)!)),
          }
        }),
      )
      for (const line of lines) held.add(heldKey(line.courseRootId))
      return lines.map((line) => ({
        enrolment_id: life.id,
        course: line.courseRootId,
        attribute: line.attribute,
        tenths: line.hoursTenths,
        at: life.passedAt,
      }))
    })
  await tx`
    insert into hour_entries (project_id, account_id, year, class_type, attribute, hours_tenths, source, enrolment_id,
      course_root_id, title, created_at)
    select e.project_id, e.account_id, c.year, c.class_type, h.attribute, h.tenths, 'class', e.id, h.course, c.name, h.at
    from jsonb_to_recordset(${rowsJson(tx, entries)}) as h(enrolment_id uuid, course uuid, attribute text, tenths int,
      at timestamptz)
    join enrolments e on e.id = h.enrolment_id join train_classes c on c.id = e.class_id`
  await tx`
    with numbered as materialized (
      select e.id, 'JH' || c.year || '-'
        || lpad((row_number() over (partition by c.year order by e.passed_at, e.id))::text, 7, '0') as number
      from enrolments e join train_classes c on c.id = e.class_id where e.status = 'passed'),
    earned as materialized (
      select enrolment_id, sum(hours_tenths) as tenths from hour_entries group by enrolment_id)
    insert into certificates (project_id, account_id, enrolment_id, template_id, template_version, kind, number,
      verify_code, holder, design, issued_at)
    select e.project_id, e.account_id, e.id, ${library.templateId}, 1, 'class', numbered.number,
      replace(replace(encode(substring(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) from 1 for 12), 'base64'), '+', '-'), '/', '_'),
      jsonb_build_object('realName', s.real_name, 'cardMask', s.card_mask, 'unitName', coalesce(u.name, ''),
        'className', c.name, 'year', c.year, 'hoursTenths', coalesce(earned.tenths, 0), 'number', numbered.number,
        'issuedDate', to_char(e.passed_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD'), 'projectTitle', settings_of(e.project_id)->>'title'),
      ${tx.json(startDesign() as never)}, e.passed_at
    from numbered
    join enrolments e using (id)
    join train_classes c on c.id = e.class_id
    join students s on s.account_id = e.account_id
    left join units u on u.id = s.unit_id
    left join earned on earned.enrolment_id = e.id`
  await tx`
    insert into certificate_serials (project_id, year, last)
    select ${portal.projectId}, c.year, count(*)::int
    from enrolments e join train_classes c on c.id = e.class_id where e.status = 'passed' group by c.year`
}
