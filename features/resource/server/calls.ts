import { picturePath } from '../../file/rules.ts'
import { handlers } from '../../../server/serve.ts'
import { resourceCategories } from '../category/server/actions.ts'
import { type Resource, resourceCalls } from '../contract.ts'
import { playSeconds } from '../rules.ts'
import { deleteResource, saveResource, signPlayUrl, signSubtitlesUrl } from './actions.ts'
import { getResource, listCoursesOf, pageResources, type ResourceRow } from './data.ts'

function shown({ posterKey, ...row }: ResourceRow): Resource {
  return { ...row, posterPath: picturePath(posterKey) }
}

export const resourceHandlers = handlers(resourceCalls, {
  async query({ db, session, input }) {
    const { categoryId, ...filter } = input
    const categoryIds = categoryId && (await resourceCategories.branch(db, session.scope, categoryId))
    const page = await pageResources(db, session.scope, {
      ...filter,
      ...(categoryIds ? { categoryIds } : {}),
    })
    return { total: page.total, list: page.list.map(shown) }
  },

  async get({ db, secrets, session, input }) {
    const row = await getResource(db, session.scope, input.id)
    const play = { resourceId: row.id, accountId: session.accountId, seconds: playSeconds }
    return {
      ...shown(row),
      playUrl: signPlayUrl(secrets, play),
      kind: row.hlsKey ? ('hls' as const) : ('file' as const),
      subtitlesUrl: row.hasSubtitles ? signSubtitlesUrl(secrets, play) : null,
      courses: await listCoursesOf(db, row.id),
    }
  },

  save: ({ session, input, ...app }) => saveResource(app, session, input),

  async delete({ db, session, input }) {
    await db.begin((tx) => deleteResource(tx, session, input.id))
    return null
  },
})
