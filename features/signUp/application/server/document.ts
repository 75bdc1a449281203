import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { Type } from 'typebox'
import type { InputOf } from '../../../../contract/call.ts'
import { maskFreeText } from '../../../../contract/personalNumber.ts'
import { commonRefusals, refuse } from '../../../../contract/refusal.ts'
import type { AppContext } from '../../../../server/appContext.ts'
import { type Db, rowOf } from '../../../../server/db.ts'
import type { FileReply } from '../../../../server/serve.ts'
import type { Session } from '../../../../server/session.ts'
import type { Upload } from '../../../../server/upload.ts'
import { readPicture } from '../../../file/server/actions.ts'
import { getForm } from '../../server/actions.ts'
import { type FileKind, fileKindNames, formLimits } from '../../rules.ts'
import { type AnswerFile, type applicationCalls, applicationRefusals } from '../contract.ts'
import { endedFileDays, fileDays, filesPerDay, liveStatuses } from '../rules.ts'
import { inReach } from './data.ts'
import { assertOpen } from './person.ts'

/** Column that the content of a file is bound to. */
const filePlace = 'sign_up_files.content'

const letters = 120

interface Read {
  kind: FileKind
  mime: string
  extension: string
  content: Buffer
}

/** Reads what a file is by its bytes, a picture drawn again without what was hidden in it; null for what no field takes. */
async function readKind(file: NonNullable<Upload['file']>): Promise<Read | null> {
  const found = await fileTypeFromFile(file.path)
  if (found?.mime === 'application/pdf')
    return { kind: 'pdf', mime: found.mime, extension: '.pdf', content: await readFile(file.path) }
  if (!found?.mime.startsWith('image/')) return null
  const { path, extension } = await readPicture(file)
  const mime = extension === '.jpg' ? 'image/jpeg' : 'image/png'
  return { kind: 'image', mime, extension, content: await readFile(path) }
}

/**
 * Takes a file for a field of an open sign-up, and seals it. Refuses 404, (409) a sign-up that is not open, (422) no file
 * and one of another kind or size than the field takes, and (429) too many a day.
 */
export async function saveFile(
  { db, secrets }: Pick<AppContext, 'secrets'> & { db: Db },
  session: Session,
  { signUpId, key }: InputOf<typeof applicationCalls.uploadFile>,
  file: Upload['file'] | undefined,
): Promise<AnswerFile> {
  const { projectId, accountId } = session
  const form = await getForm(db, { projectId, accountId: null }, signUpId)
  if (form.obstacle !== 'full') assertOpen(form)
  const field = form.fields.find((one) => one.key === key && one.kind === 'file')
  if (!field) refuse(commonRefusals.notFound, {}, 'key')
  if (!file || file.bytes === 0) refuse(applicationRefusals.noFile, {}, 'file')
  const limit = field.maxKilobytes ?? formLimits.kilobytes
  if (file.bytes > limit * 1024) refuse(applicationRefusals.fileSize, { field: field.label, limit }, 'file')
  const [day] = await db<{ count: number }[]>`
    select count(*) from sign_up_files where account_id = ${accountId} and created_at > moment() - interval '1 day'`
  if (day!.count >= filesPerDay) refuse(applicationRefusals.filesPerDay)
  const read = await readKind(file)
  if (!read || !field.fileKinds.includes(read.kind)) {
    const kinds = field.fileKinds.map((kind) => fileKindNames[kind])
    refuse(applicationRefusals.fileKind, { field: field.label, kinds }, 'file')
  }
  const id = randomUUID()
  const { kind, mime, extension, content } = read
  // A picture that is drawn again may take more than it did.
  if (content.length > formLimits.kilobytes * 1024)
    refuse(applicationRefusals.fileSize, { field: field.label, limit: formLimits.kilobytes }, 'file')
  const given = maskFreeText(file.name.replaceAll(/[/\\\p{Cc}]/gu, '').replace(/\.[^.]*$/, '')).trim()
  const fileName = `${[...(given || field.label)].slice(0, letters).join('')}${extension}`
  const bytes = content.length
  await db`
    insert into sign_up_files ${db({
      id,
      projectId,
      signUpId,
      fieldKey: key,
      accountId,
      name: fileName,
      kind,
      mime,
      bytes,
      contentSealed: secrets.seal(filePlace, id, content.toString('base64')),
    })}`
  return { id, key, name: fileName, kind, bytes }
}

const SavedFile = Type.Object({
  name: Type.String(),
  mime: Type.String(),
  contentSealed: Type.Unsafe<Buffer>({}),
})

/**
 * The file of an answer: of an application that the caller has made or that is in their reach, or one that they uploaded;
 * refuses 404 others.
 */
export async function readAnswerFile(
  { db, secrets }: Pick<AppContext, 'db' | 'secrets'>,
  session: Session,
  id: string,
): Promise<FileReply> {
  const { accountId, projectId } = session
  const rows = await db`
    select f.name, f.mime, f.content_sealed from sign_up_files f
    left join sign_up_applications p on p.id = f.application_id left join sign_ups g on g.id = p.sign_up_id
    left join units u on u.id = p.unit_id
    where f.id = ${id} and f.project_id = ${projectId}
      and (p.account_id = ${accountId} or p.id is null and f.account_id = ${accountId}
        or p.id is not null and ${inReach(db, session)})`
  const file = rowOf(SavedFile, rows) ?? refuse(commonRefusals.notFound)
  const body = Buffer.from(secrets.open(filePlace, id, file.contentSealed), 'base64')
  return { name: file.name, type: file.mime, body }
}

/** Deletes some of the files that no application has used in time, or whose application ended long ago. */
export const sweepSome = (db: Db, most: number) => db`
  delete from sign_up_files where id in (
    select f.id from sign_up_files f left join sign_up_applications p on p.id = f.application_id
    where f.application_id is null and f.created_at < moment() - make_interval(days => ${fileDays})
      or p.status <> all(${[...liveStatuses]}) and not exists (
        select from sign_up_events e
        where e.application_id = p.id and e.created_at > moment() - make_interval(days => ${endedFileDays}))
    limit ${most})`
