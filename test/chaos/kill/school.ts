import { hashToken } from '../../../server/session.ts'
import type { Pool } from '../../../server/db.ts'

/** A class of the scenario's own. */
export interface ChaosClass {
  classId: string
  price: number
  items: { itemId: string; seconds: number }[]
  /** Id of its exam, where it has one. */
  examId?: string
}

/** Content the demo portal is given besides, so that there is always something to watch and to buy. */
export interface School {
  /** Tokens of learners of the demo, signed in. */
  tokens: string[]
  /** Free classes of two videos of a few seconds: they are passed again and again. */
  short: ChaosClass[]
  /** One free class with a video of an hour. */
  long: ChaosClass
  /** Classes with a price; every tenth has few places, so that some are gone when the money comes. */
  priced: ChaosClass[]
  /** Free classes, each with an exam on one of the demo's papers. */
  examined: ChaosClass[]
}

const input = { learners: 120, short: 40, priced: 300, places: 6, examined: 60 }

/**
 * Signs learners of a project in, the demo's unless another is named, and lays out the classes, directly in the
 * database; everything else goes through the API.
 */
export async function aSchool(db: Pool, of: string | null = null): Promise<School> {
  const [base] = await db`
    select p.id as project_id, (select id from class_categories where project_id = p.id limit 1) as category_id,
      (select certificate_template_id from train_classes
        where certificate_template_id is not null and project_id = p.id limit 1) as template_id
    from projects p where coalesce(p.id = ${of}, true) order by p.id limit 1`
  const { projectId, categoryId, templateId } = base as unknown as {
    projectId: string
    categoryId: string
    templateId: string
  }

  async function course(
    seconds: readonly number[],
  ): Promise<{ courseId: string; items: ChaosClass['items'] }> {
    const [made] = await db`
      insert into courses (project_id, name, hours_tenths, attribute) values (${projectId}, '连续学习', 10, 'required')
      returning id`
    const courseId = made!.id as string
    const items = await db`
      with videos as (
        insert into resources (project_id, title, file_key, mime, bytes, sha256, duration_seconds)
        select ${projectId}, '第' || n || '讲', 'chaos.mp4', 'video/mp4', 1, sha256(''), s
        from unnest(${seconds as number[]}::numeric[]) with ordinality as v(s, n)
        returning id, duration_seconds, title),
      made as (
        insert into course_items (course_id, resource_id, title, sort)
        select ${courseId}, id, title, row_number() over (order by title) from videos returning id, resource_id)
      select made.id as item_id, videos.duration_seconds as seconds from made join videos on videos.id = made.resource_id
      order by videos.title`
    return { courseId, items: items.map((item) => ({ ...item }) as unknown as ChaosClass['items'][number]) }
  }

  async function classes(
    count: number,
    kind: string,
    seconds: readonly number[],
    price: number,
  ): Promise<ChaosClass[]> {
    const { courseId, items } = await course(seconds)
    const rows = await db`
      with made as (
        insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths,
          required_hours_tenths, price, original_price, valid_days, quota, certificate_template_id, status)
        select ${projectId}, ${categoryId}, ${kind} || n, ${kind} || n, '{}', 'public', 2023, 10, 10,
          ${price} * n, ${price} * n, 365, case when ${price} > 0 and n % 10 = 0 then ${input.places}::int end,
          ${templateId}, 'on_shelf'
        from generate_series(1, ${count}) n returning id, price),
      joined as (insert into class_courses (class_id, course_id, sort) select id, ${courseId}, 0 from made)
      select id, price from made`
    return rows.map((row) => ({ classId: row.id as string, price: row.price as number, items }))
  }

  async function examined(): Promise<ChaosClass[]> {
    const made = await classes(input.examined, 'E', [60], 0)
    const rows = await db`
      with paper as (select id, row_number() over (order by id) - 1 as n, count(*) over () as all from papers
        where status = 'active')
      insert into exams (project_id, class_id, paper_id, name, attempts, required_progress, status)
      select ${projectId}, c.id, paper.id, '考试', 1, 0, 'active'
      from unnest(${made.map(({ classId }) => classId)}::uuid[]) with ordinality as c(id, n)
      join paper on paper.n = c.n % paper.all
      returning id, class_id`
    const exams = new Map(rows.map((row) => [row.classId as string, row.id as string]))
    return made.map((one) => ({ ...one, examId: exams.get(one.classId)! }))
  }

  const learners = await db`
    select a.id, a.role_id from accounts a join roles r on r.id = a.role_id
    where r.role_system = 3 and a.project_id = ${projectId} order by a.id limit ${input.learners}`
  const tokens = learners.map((_, n) => `chaos-${of ?? ''}${n}`)
  await db`insert into sessions ${db(
    learners.map(({ id, roleId }, n) => ({
      tokenHash: hashToken(tokens[n]!),
      accountId: id as string,
      roleId: roleId as string,
      ip: '',
      agent: '',
      idleUntil: '2100-01-01T00:00:00Z',
      expiresAt: '2100-01-01T00:00:00Z',
    })),
  )}`
  return {
    tokens,
    short: await classes(input.short, 'K', [5, 7], 0),
    long: (await classes(1, 'L', [3600], 0))[0]!,
    priced: await classes(input.priced, 'P', [60], 100),
    examined: of === null ? await examined() : [],
  }
}
