import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitHours } from '../features/hours/rules.ts'
import { beforeMigration } from '../test/build/migration.ts'

test('existing classes keep the requirements of a pass: the required part as it was divided, no elective minimum', () =>
  beforeMigration('0004-required-hours.sql', async (db, migrate) => {
    const [project] = await db`insert into projects default values returning id`
    const projectId = project!.id as string
    const [category] = await db`
      insert into class_categories (project_id, class_type, kind, name) values (${projectId}, 'public', 'base', 'C') returning id`
    const cases = [
      {
        hours: 100,
        courses: [
          ['required', 60],
          ['elective', 20],
        ],
      },
      {
        hours: 75,
        courses: [
          ['required', 10],
          ['required', 3],
          ['elective', 17],
        ],
      },
      { hours: 80, courses: [['elective', 30]] },
      {
        hours: 80,
        courses: [
          ['required', 0],
          ['elective', 0],
        ],
      },
      { hours: 80, courses: [] },
    ] as const
    const ids: string[] = []
    for (const [n, { hours, courses }] of cases.entries()) {
      const [made] = await db`
        insert into train_classes (project_id, category_id, code, name, name_bigrams, class_type, year, hours_tenths, price,
          original_price, version)
        values (${projectId}, ${category!.id as string}, ${n < 2 ? 'A' : `B${n}`}, 'K', '{}', 'public', 2023, ${hours}, 0, 0,
          ${n + 1}) returning id`
      ids.push(made!.id as string)
      for (const [sort, [attribute, tenths]] of courses.entries()) {
        await db`
          with course as (
            insert into courses (project_id, name, hours_tenths, attribute)
            values (${projectId}, 'K', ${tenths}, ${attribute}) returning id)
          insert into class_courses select ${made!.id as string}, id, ${sort} from course`
      }
    }
    await migrate()
    const rows = await db`
      select id, required_hours_tenths, elective_min_tenths, root_id from train_classes order by array_position(${ids}::uuid[], id)`
    assert.deepEqual(
      rows.map((row) => [row.requiredHoursTenths, row.electiveMinTenths]),
      cases.map(({ hours, courses }) => {
        const list = courses.map(([attribute, hoursTenths]) => ({ attribute, hoursTenths }))
        return [splitHours(hours, list).required, 0]
      }),
    )
    // Two versions have one root; the others are their own.
    assert.deepEqual(
      rows.map((row) => ids.indexOf(row.rootId as string)),
      [0, 0, 2, 3, 4],
    )
  }))
