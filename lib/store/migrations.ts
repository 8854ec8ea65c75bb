export interface Migration {
  id: string;
  /** In the SQL that both engines share; `$bytes` is the engine's type for bytes. */
  statements: string[];
}

/** Append only: a migration that has been released is never edited. */
export const migrations: Migration[] = [
  {
    id: '0001-spine',
    statements: [
      `create table chat (
        id text primary key,
        title text not null,
        settings text not null,
        leaf_id text,
        created bigint not null,
        updated bigint not null
      )`,
      'create index chat_updated on chat (updated, id)',
      `create table message (
        id text primary key,
        chat_id text not null references chat (id) on delete cascade,
        parent_id text,
        role text not null,
        parts text not null,
        metadata text not null,
        created bigint not null
      )`,
      'create index message_chat on message (chat_id, created)',
      `create table run (
        id text primary key,
        chat_id text not null references chat (id) on delete cascade,
        message_id text not null,
        parent_id text not null,
        status text not null,
        stop_reason text,
        input text not null,
        usage text,
        created bigint not null,
        ended bigint
      )`,
      'create index run_chat on run (chat_id, created)',
      "create unique index run_active on run (chat_id) where status <> 'ended'",
      `create table run_event (
        run_id text not null references run (id) on delete cascade,
        seq integer not null,
        at bigint not null,
        data text not null,
        primary key (run_id, seq)
      )`,
      `create table tool_call (
        run_id text not null references run (id) on delete cascade,
        call_id text not null,
        name text not null,
        input text not null,
        effect text not null,
        state text not null,
        output text,
        started bigint not null,
        ended bigint,
        primary key (run_id, call_id)
      )`,
      `create table output (
        ref text primary key,
        chat_id text not null references chat (id) on delete cascade,
        run_id text not null,
        text text not null,
        created bigint not null
      )`,
    ],
  },
  {
    id: '0002-connections',
    statements: [
      `create table connection (
        id text primary key,
        label text not null,
        base_url text not null,
        secrets text,
        default_model text,
        created bigint not null,
        updated bigint not null
      )`,
      `create table model_setting (
        connection_id text not null,
        model text not null,
        data text not null,
        updated bigint not null,
        primary key (connection_id, model)
      )`,
      `create table setting (
        name text primary key,
        value text not null
      )`,
    ],
  },
  {
    id: '0003-ownership',
    statements: [
      'alter table run add column owner text',
      'alter table run add column epoch integer not null default 0',
      'alter table run add column lease_until bigint not null default 0',
      'alter table run add column stop integer not null default 0',
      'alter table run add column recoveries integer not null default 0',
      "create index run_open on run (lease_until) where status <> 'ended'",
      'alter table tool_call add column attempt integer not null default 1',
      'alter table tool_call add column snapshot_id text',
      `create table queued_message (
        id text primary key,
        chat_id text not null references chat (id) on delete cascade,
        mode text not null,
        text text not null,
        position integer not null,
        created bigint not null
      )`,
      'create index queued_message_chat on queued_message (chat_id, position)',
      `create table viewer (
        instance text not null,
        chat_id text not null,
        viewers integer not null,
        seen bigint not null,
        primary key (instance, chat_id)
      )`,
      `create table blob (
        chat_id text not null references chat (id) on delete cascade,
        hash text not null,
        data $bytes not null,
        primary key (chat_id, hash)
      )`,
      `create table snapshot (
        id text primary key,
        chat_id text not null references chat (id) on delete cascade,
        seq integer not null,
        manifest text not null,
        created bigint not null,
        unique (chat_id, seq)
      )`,
    ],
  },
  {
    id: '0004-share',
    statements: [
      `create table share (
        token text primary key,
        chat_id text not null unique references chat (id) on delete cascade,
        contents text not null,
        title text not null,
        messages text not null,
        created bigint not null,
        updated bigint not null
      )`,
    ],
  },
  {
    id: '0005-access',
    statements: [
      'alter table chat add column owner_id text',
      "alter table chat add column visibility text not null default 'private'",
      'create index chat_owner on chat (owner_id)',
      `create table person (
        id text primary key,
        name text not null,
        name_key text not null unique,
        password text not null,
        role text not null,
        created bigint not null
      )`,
      "create unique index person_owner on person (role) where role = 'owner'",
      `create table session (
        hash text primary key,
        person_id text not null references person (id) on delete cascade,
        created bigint not null,
        renewed bigint not null
      )`,
      'create index session_person on session (person_id)',
      `create table invite (
        id text primary key,
        hash text not null unique,
        created bigint not null,
        expires bigint not null
      )`,
      `create table sign_in_attempt (
        id text primary key,
        name_hash text not null,
        at bigint not null
      )`,
      'create index sign_in_attempt_at on sign_in_attempt (at)',
    ],
  },
];
