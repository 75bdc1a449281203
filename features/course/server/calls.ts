import { picturePath } from '../../file/rules.ts'
import { handlers } from '../../../server/serve.ts'
import { courseCategories } from '../category/server/actions.ts'
import { courseCalls } from '../contract.ts'
import { deleteCourse, saveCourse } from './actions.ts'
import { getCourse, isFixed, listClassesOf, listItems, pageCourses } from './data.ts'

export const courseHandlers = handlers(courseCalls, {
  async query({ db, session, input }) {
    const { categoryId, ...filter } = input
    const categoryIds = categoryId && (await courseCategories.branch(db, session.scope, categoryId))
    return pageCourses(db, session.scope, { ...filter, ...(categoryIds ? { categoryIds } : {}) })
  },

  async get({ db, session, input }) {
    const course = await getCourse(db, session.scope, input.id)
    const items = await listItems(db, course.id)
    return {
      ...course,
      items: items.map(({ posterKey, ...item }) => ({ ...item, posterPath: picturePath(posterKey) })),
      classes: await listClassesOf(db, course.id),
      isFixed: await isFixed(db, course.id),
    }
  },

  save: async ({ db, session, input }) => ({ id: await db.begin((tx) => saveCourse(tx, session, input)) }),

  async delete({ db, session, input }) {
    await db.begin((tx) => deleteCourse(tx, session, input.id))
    return null
  },
})
