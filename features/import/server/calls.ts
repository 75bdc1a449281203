import { commonRefusals, refuse } from '../../../contract/refusal.ts'
import type { Session } from '../../../server/session.ts'
import type { Db } from '../../../server/db.ts'
import { handlers, type BoundCall, type Context } from '../../../server/serve.ts'
import { announceUpload } from '../../upload/server/actions.ts'
import { importCalls, importRefusals } from '../contract.ts'
import { noteOf } from '../rules.ts'
import {
  applyImport,
  beginImport,
  cancelImport,
  type ImportKind,
  kindFor,
  sheetPurpose,
  sightOf,
  visibilityOf,
} from './actions.ts'
import { getProgress, listOwn, pageRows } from './data.ts'
import { findFaults, editRow } from './edit.ts'
import { withEffects } from './effects.ts'
import { leaveOutHidden } from './recheck.ts'
import { errorsOf, recordErrors, sayerOf, templateOf } from './sheets.ts'

/** The kind of a name whose page the caller holds and that has a template; refuses as `kindFor`, and 404 without one. */
function templatedKind(kinds: readonly ImportKind[], session: Session, key: string): ImportKind {
  const kind = kindFor(kinds, session, key)
  return kind.forms ? refuse(commonRefusals.notFound) : kind
}

/**
 * Parameters of a template: the thing that it is of, where its kind has one for each. Refuses (422) none, and as the kind
 * refuses to import for it.
 */
async function templateParams(
  db: Db,
  session: Session,
  kind: ImportKind,
  of: string | undefined,
): Promise<Record<string, string>> {
  if (!kind.templateOf) return {}
  const params = { [kind.templateOf]: of ?? refuse(importRefusals.templateOf, {}, 'of') }
  await kind.admit(db, session, params)
  return params
}

/** The calls of the engine, for these kinds. */
export function importHandlers(kinds: readonly ImportKind[]): BoundCall[] {
  const askedOf = ({ session, secrets, language }: Pick<Context, 'session' | 'secrets' | 'language'>) => ({
    session,
    secrets,
    language,
    ...sightOf(kinds, session),
  })
  return handlers(importCalls, {
    async getTemplate({ db, session, input }) {
      const kind = kindFor(kinds, session, input.kind)
      const params = await templateParams(db, session, kind, input.of)
      const columns = await kind.columns(db, session.projectId, params)
      return {
        title: kind.title,
        forms: kind.forms ?? null,
        columns: columns.map((column) => ({
          key: column.key,
          ...column.title,
          note: { zh: noteOf(column, 'zh'), en: noteOf(column, 'en') },
          required: column.required,
          options: (column.options ?? []).map(({ zh, en }) => ({ zh, en })),
        })),
      }
    },

    async downloadTemplate({ db, session, language, input }) {
      const kind = templatedKind(kinds, session, input.kind)
      return templateOf({ db, session, language }, kind, await templateParams(db, session, kind, input.of))
    },

    getUploadToken: ({ session, input, ...app }) => announceUpload(app, session, sheetPurpose, input.bytes),

    async begin({ db, session, input }) {
      const kind = kindFor(kinds, session, input.kind)
      const importId = await db.begin((tx) =>
        beginImport(tx, session, kind, {
          params: input.params ?? {},
          uploadId: input.uploadId,
        }),
      )
      return { importId }
    },

    getProgress: ({ db, session, input }) => getProgress(db, visibilityOf(kinds, session), input.importId),

    async findRows({ db, session, input }) {
      const visibility = visibilityOf(kinds, session)
      const progress = await getProgress(db, visibility, input.importId)
      const kind = kindFor(kinds, session, progress.kind)
      const found = await pageRows(db, input, sayerOf(kind))
      const list = await db.begin((tx) => withEffects(tx, kind, visibility, input.importId, found.list))
      return { ...found, list }
    },

    findFaults: ({ db, input, ...ctx }) => db.begin((tx) => findFaults(tx, askedOf(ctx), input)),

    editRow: ({ db, input, ...ctx }) => db.begin((tx) => editRow(tx, askedOf(ctx), input)),

    async leaveOutHidden({ db, input, ...ctx }) {
      await db.begin((tx) => leaveOutHidden(tx, ctx.session, askedOf(ctx), input))
      return null
    },

    async apply({ db, session, input }) {
      const { importId, updateExisting = false } = input
      const visibility = visibilityOf(kinds, session)
      await db.begin((tx) => applyImport(tx, session, visibility, { importId, updateExisting }))
      return null
    },

    async cancel({ db, files, session, input }) {
      const visibility = visibilityOf(kinds, session)
      const fileKey = await db.begin((tx) => cancelImport(tx, session, visibility, input.importId))
      if (fileKey) await files.remove(fileKey)
      return null
    },

    async exportError(ctx) {
      const { db, session, input } = ctx
      await db.begin((tx) => recordErrors(tx, session, sightOf(kinds, session), input.importId))
      return errorsOf(ctx, sightOf(kinds, session), input.importId)
    },

    async findList({ db, session }) {
      const own = await listOwn(db, visibilityOf(kinds, session), session)
      return own.map((progress) => {
        const { title, page } = kinds.find(({ key }) => key === progress.kind)!
        return { ...progress, title, page }
      })
    },
  })
}
