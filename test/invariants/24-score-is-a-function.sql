-- (24) A score is a pure function of the drawn paper and the answers: what is chosen by letters is marked here again
-- from the versions the attempt was drawn with, the other marks lie within their points, and the sums are the marks,
-- except for the points of a correction that was applied and not undone.
with item as (
  select a.id, a.status, a.objective, a.manual, a.corrected, a.score, a.passed, a.pass_score, i.ordinality as no,
    (i.value->>'s')::numeric as points, (a.marks->>i.ordinality::text)::numeric as mark, part->>'type' as type,
    part->>'partial' as partial, k.key->(i.value->>'p')::int->'answer' as key,
    -- A shown letter means the written one at its place in the order.
    array(select distinct case when i.value->>'o' = '' then letter
        else coalesce(nullif(substr(i.value->>'o', ascii(letter) - 64, 1), ''), letter) end
      from jsonb_array_elements_text(coalesce(a.answers->i.ordinality::text, '[]')) letter) as given
  from exam_attempts a
  cross join jsonb_array_elements(a.items) with ordinality i
  join question_versions v on v.id = (i.value->>'v')::uuid
  join question_keys k on k.version_id = v.id
  cross join lateral (select v.content->'parts'->(i.value->>'p')::int as part) p
  where a.marks is not null
),
marked as (
  select *, (select count(*) from unnest(given) g where key ? g) as hits, cardinality(given) as chosen,
    jsonb_array_length(key) as wanted
  from item
),
expected as (
  select *, case
    when type in ('single', 'judge') then case when chosen = 1 and hits = 1 then points else 0 end
    when type = 'multiple' then case
      when hits < chosen or hits = 0 then 0
      when hits = wanted then points
      when partial = 'half' then floor(points) / 2
      when partial = 'each' then floor(points * hits * 2 / wanted) / 2
      else 0 end
    end as should
  from marked
)
select id, no::text, mark, should from expected
where (should is not null and mark is distinct from should) or mark not between 0 and points
  or (type <> 'essay' and mark is null)
union all
select id, 'sum', max(score), sum(mark) from expected where status = 'scored'
group by id having max(score) <> sum(mark) + max(corrected) or bool_and(passed) <> (max(score) >= max(pass_score))
  or max(score) <> max(objective) + coalesce(max(manual), 0) + max(corrected)
union all
select a.id, 'corrected', a.corrected, null from exam_attempts a
where a.corrected <> 0 and not exists (select from approvals p
  where p.kind = 'score' and p.subject_id = a.account_id and p.part = a.id::text and p.status = 'applied')
