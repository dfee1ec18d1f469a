-- Distributes the tables of organizations with Citus, by organization. Run it in psql as the owner of the database, once
-- the product has made its tables and while it is stopped, and again after an upgrade that adds tables:
--   psql $DATABASE_URL -f citus.sql
-- It is checked against the tables of this version on Postgres. It was not run on Citus.

create extension if not exists citus;

do $$
declare
  -- Names in these are unique in all organizations, and jobs are taken from one queue. They are small, and stay whole.
  kept constant text[] := array['agentTemplates', 'hostedPages', 'subscriptions', 'zones', 'jobs'];
  spread text[];
  whole text[];
  one record;
begin
  -- The index of messages is numbered, and large: its key gets the organization.
  for one in
    select k.conname from pg_constraint k
      where k.conrelid = '"messageIndex"'::regclass and k.contype = 'p' and cardinality(k.conkey) = 1
  loop
    execute format('alter table "messageIndex" drop constraint %I, add primary key ("organizationId", "number")', one.conname);
  end loop;

  -- A table can be distributed if it has the organization, in its primary key too where it has one.
  select array_agg(c.relname::text) into spread
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organizationId'
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all (kept)
      and not exists (select from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'p' and a.attnum <> all (k.conkey));
  select array_agg(c.relname::text) into whole
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> all (spread)
      and c.relname not like 'kysely%';

  -- Tokens and IDs are random, so a plain index finds them as well as a unique one, which Citus refuses.
  for one in
    select i.indexrelid::regclass as index, i.indrelid::regclass as owner, k.conname,
        (select string_agg(format('%I', a.attname), ', ' order by n.ordinality)
          from unnest(i.indkey) with ordinality n (attnum, ordinality)
          join pg_attribute a on a.attrelid = i.indrelid and a.attnum = n.attnum) as columns
      from pg_index i
      join pg_class t on t.oid = i.indrelid
      left join pg_constraint k on k.conindid = i.indexrelid and k.contype = 'u'
      where t.relnamespace = current_schema()::regnamespace and t.relname = any (spread) and i.indisunique
        and not exists (select from pg_attribute a
          where a.attrelid = t.oid and a.attname = 'organizationId' and a.attnum = any (i.indkey))
  loop
    if one.conname is null then execute format('drop index %s', one.index);
    else execute format('alter table %s drop constraint %I', one.owner, one.conname);
    end if;
    execute format('create index on %s (%s)', one.owner, one.columns);
  end loop;

  -- A table that stays whole can't refer to one that is distributed.
  for one in
    select k.conname, k.conrelid::regclass as owner
      from pg_constraint k
      join pg_class t on t.oid = k.conrelid
      join pg_class r on r.oid = k.confrelid
      where k.contype = 'f' and t.relnamespace = current_schema()::regnamespace
        and t.relname = any (whole) and r.relname = any (spread)
  loop
    execute format('alter table %s drop constraint %I', one.owner, one.conname);
  end loop;

  for one in select name from unnest(whole) name where not exists
      (select from citus_tables where table_name = format('%I', name)::regclass)
  loop
    perform create_reference_table(format('%I', one.name));
  end loop;
  for one in select name from unnest(spread) name where not exists
      (select from citus_tables where table_name = format('%I', name)::regclass)
  loop
    perform create_distributed_table(format('%I', one.name), 'organizationId');
  end loop;
end $$;
