import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { closeWorkspaces, openWorkspace } from './open.ts';
import type { ShellResult, Workspace } from './workspace.ts';

const data = realpathSync(mkdtempSync(path.join(tmpdir(), 'loupe-shell-')));
let workspace: Workspace;

interface Options {
  timeoutMs?: number;
  stopAfterMs?: number;
}

async function run(command: string, options: Options = {}): Promise<ShellResult & { ms: number }> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = options.stopAfterMs ? setTimeout(stop, options.stopAfterMs) : undefined;
  const startedAt = performance.now();
  const { signal } = controller;
  const result = await workspace.exec(command, { timeoutMs: options.timeoutMs ?? 15_000, signal });
  clearTimeout(timer);
  return { ...result, ms: performance.now() - startedAt };
}

async function output(command: string): Promise<string> {
  const { stdout, stderr, exitCode } = await run(command);
  expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 });
  return stdout;
}

beforeAll(async () => {
  workspace = await openWorkspace('shell-test', data);
  await run('true');
});

afterAll(() => {
  closeWorkspaces();
  rmSync(data, { recursive: true, force: true });
});

describe('what a command says', () => {
  it('gives both streams and the exit code', async () => {
    expect(await run('echo out; echo err >&2; exit 7')).toMatchObject({
      stdout: 'out\n',
      stderr: 'err\n',
      exitCode: 7,
      end: 'exit',
    });
  });

  it.each([
    ["printf '%s\\n' '$HOME `id` \"q\" '\\''p'\\'' \\n'", '$HOME `id` "q" \'p\' \\n\n'],
    ["cat <<'EOF'\n$HOME `x` \"q\" 'p' \\n\nEOF", '$HOME `x` "q" \'p\' \\n\n'],
    ["printf '%s\\n' \"a b\" 'c\"d' e\\'f", 'a b\nc"d\ne\'f\n'],
    ["mkdir -p '日本 語' && ls -d '日本 語'", '日本 語\n'],
    ['echo "one\n  two"', 'one\n  two\n'],
    ['bash -c \'echo "one\n  two"\'', 'one\n  two\n'],
  ])('takes the text as it is: %j', async (command, expected) => {
    expect(await output(command)).toBe(expected);
  });

  it.each([
    ['x=$(false); echo $?', '1\n'],
    ['x=$(exit 5); echo $?', '5\n'],
    ['f() { echo in; return 3; }; f; echo $?', 'in\n3\n'],
    ['f() { echo in; }; x=$(f); echo "<$x>"; f | tr a-z A-Z', '<in>\nIN\n'],
    ['g() { echo in; }; f() { g; }; x=$(f); echo "<$x>"; f', '<in>\nin\n'],
    ['for i in 1 2 3; do echo $i; done | tac', '3\n2\n1\n'],
    ['{ echo a; echo b >&2; } > f 2>&1; cat f', 'a\nb\n'],
    ['echo a >&2 2>/dev/null; echo b 2>&1 >/dev/null; echo c', 'c\n'],
    ['exec 3> fd; echo x >&3; exec 3>&-; cat fd', 'x\n'],
    [`true | false; echo \${PIPESTATUS[@]}`, '0 1\n'],
    ['exec > log; echo hidden', ''],
    ['cat log', 'hidden\n'],
    ["eval 'x=9; echo ev'; echo $x", 'ev\n9\n'],
  ])('keeps the meaning of %j', async (command, expected) => {
    expect((await run(command)).stdout).toBe(expected);
  });

  it('works on files', async () => {
    await output('mkdir d && printf "a\\nb\\n" > d/a');
    expect(await output('cp -r d e && cat e/a')).toBe('a\nb\n');
    expect(await output('echo c >> d/a; sed -i s/a/A/ d/a; cat d/a')).toBe('A\nb\nc\n');
    expect(await output('chmod 750 d/a; cp d/a d/c; mv d/a d/b; stat -c %a d/c')).toBe('750\n');
    expect(await output('mkdir x; tar cf t.tar d; tar xf t.tar -C x; ls x/d')).toBe('b\nc\n');
    expect(await output('cd d; ls b c; ls ../x ../d/c')).toBe('b\nc\n../d/c\n\n../x:\nd\n');
    const copy = `python3 -c "import shutil; shutil.copytree('d','p')"; ls p; rm -r d e x p t.tar`;
    expect(await output(copy)).toBe('b\nc\n');
  });

  it.each([
    ['printf "\\x89PNG" > p.bin; wc -c < p.bin; rm p.bin', '4\n'],
    ['printf "#!/usr/bin/env python3\\nprint(6*7)\\n" > p; chmod +x p; ./p; rm p', '42\n'],
    ['printf "1\\n2\\n" | xargs -n1 echo got', 'got 1\ngot 2\n'],
    ['bash -euo pipefail -c "false | true; echo no"; echo $?', '1\n'],
    [`echo 'echo "$0 $1"' | bash -s -- q`, 'bash q\n'],
    ['yes | head -2; seq 5 -2 1', 'y\ny\n5\n3\n1\n'],
  ])('mends %j', async (command, expected) => {
    expect(await output(command)).toBe(expected);
  });

  it('brings 23 MB whole, within seconds', async () => {
    const { stdout, end, ms } = await run('seq 1 3000000; echo LAST-LINE');
    expect(end).toBe('exit');
    expect(stdout.length).toBe(22_888_896 + 'LAST-LINE\n'.length);
    expect(stdout.endsWith('3000000\nLAST-LINE\n')).toBe(true);
    expect(ms).toBeLessThan(60_000);
  });

  it('cuts a flood and says so', async () => {
    const { stdout, stderr, exitCode } = await run('while true; do seq 1 100000; done');
    expect(stdout.length).toBe(32 * 1024 * 1024);
    expect(stderr).toContain('output cut after 32 MB');
    expect(exitCode).not.toBe(0);
  });

  it('runs long loops', async () => {
    const loop = 'i=0; while ((i<150000)); do ((i++)); done; echo $i';
    expect(await output(loop)).toBe('150000\n');
  });

  it('replaces binary output by its size and keeps the text around it', async () => {
    expect(await output('head -c 4096 /dev/urandom; echo TAIL')).toBe(
      '[binary output, 4096 bytes]\nTAIL\n',
    );
    expect(await output('echo HEAD; printf "\\xff\\xfe\\xc3\\x28 ok"')).toBe(
      'HEAD\n[binary output, 7 bytes]\n',
    );
    expect(await output("printf 'é中\\n'; printf '\\303\\251\\n'")).toBe('é中\né\n');
  });

  it('has the usual devices', async () => {
    const zeros =
      'head -c 100000 /dev/zero | wc -c; echo x > /dev/null; cat /dev/null; echo y > /dev/stderr';
    expect(await run(zeros)).toMatchObject({ stdout: '100000\n', stderr: 'y\n' });
    expect(await output("tr -dc 'a-z' < /dev/urandom | head -c 12 | wc -c")).toBe('12\n');
  });

  it('gives programs an empty input', async () => {
    expect(await output('cat; echo after')).toBe('after\n');
    expect((await run('read -p "sure? " x; echo "got <$x>"')).stdout).toBe('got <>\n');
    const interactive = await run('python3; git log | less; echo end');
    expect(interactive.stdout).toBe('end\n');
    expect(interactive.ms).toBeLessThan(20_000);
  });

  it('has python3, jq, awk, sed and sqlite3', async () => {
    expect(await output('python3 -c "import json,csv,statistics; print(6*7)"')).toBe('42\n');
    expect(await output(`echo '{"a":[1,2]}' | jq -c .a`)).toBe('[1,2]\n');
    expect(await output("printf '1 2\\n' | awk '{print $2}' | sed 's/2/two/'")).toBe('two\n');
    expect(await output('sqlite3 :memory: "select 1+1"')).toBe('2\n');
  });
});

describe('background jobs', () => {
  it.each([
    ['sleep 60 & echo done', 'done\n'],
    ['nohup sleep 300 & echo $!', '1001\n'],
    ['bash -c "sleep 60 & echo done"', 'done\n'],
    ["eval 'sleep 60 & echo done'", 'done\n'],
    ['start() { sleep 60 & echo done; }; start', 'done\n'],
    ['(sleep 60 &) > /dev/null 2>&1; echo done', 'done\n'],
    ['x=$(sleep 60 > /dev/null & echo done); echo $x', 'done\n'],
    ['echo "sleep 60 & echo done" > s.sh; chmod +x s.sh; ./s.sh', 'done\n'],
  ])('does not hold %j', async (command, expected) => {
    const { stdout, stderr, exitCode, ms } = await run(command);
    expect({ stdout, exitCode }).toEqual({ stdout: expected, exitCode: 0 });
    expect(stderr).toBe('[1 background job was ended with the command]\n');
    expect(ms).toBeLessThan(20_000);
  });

  it('returns when a server was started beside it', async () => {
    const { stdout, ms } = await run('python3 -m http.server 0 & sleep 1; echo up');
    expect(stdout).toBe('up\n');
    expect(ms).toBeLessThan(20_000);
  });

  it('run beside each other and can be waited for', async () => {
    const { stdout, ms } = await run(
      'for i in 1 2 3; do (sleep 3; echo $i) & done; wait; echo all',
    );
    expect(stdout.split('\n').sort()).toEqual(['', '1', '2', '3', 'all']);
    expect(stdout.endsWith('all\n')).toBe(true);
    expect(ms).toBeLessThan(8500);
    expect(await output('(exit 3) & wait $!; echo $?')).toBe('3\n');
    expect(await output('sleep 9 & p=$!; kill $p; wait $p; echo $?')).toBe('143\n');
  });

  it('get the variables, arrays and functions of the place where they start', async () => {
    const command = `a=(x "y z"); n=1; f() { printf "<%s>" "$@"; }; f "\${a[@]}" $n & wait`;
    expect(await output(command)).toBe('<x><y z><1>');
    expect(await output('{ sleep 0.1; echo late; } > bg.txt & wait; cat bg.txt')).toBe('late\n');
  });

  it('that are about to end may say what they have to say', async () => {
    expect(await output('echo quick &')).toBe('quick\n');
  });
});

describe('an end from outside', () => {
  it.each([
    ['echo begin; sleep 100', 'begin\n'],
    ['for i in 1 2; do echo $i; sleep 0.1; done; sleep 100', '1\n2\n'],
    ['f() { echo begin; sleep 100; }; f', 'begin\n'],
    ["timeout 50 bash -c 'echo begin; sleep 100'", 'begin\n'],
    ['echo begin; while true; do :; done', 'begin\n'],
    ['echo begin; x=$(while true; do :; done)', 'begin\n'],
    ['echo begin; awk "BEGIN{while(1){x++}}"', 'begin\n'],
  ])('by the time limit keeps what %j printed', async (command, expected) => {
    const { stdout, end, exitCode, ms } = await run(command, { timeoutMs: 1500 });
    expect({ stdout, end, exitCode }).toEqual({ stdout: expected, end: 'timeout', exitCode: 124 });
    expect(ms).toBeLessThan(20_000);
  });

  it('by the time limit keeps what python printed, and runs nothing more', async () => {
    const hang = `python3 -c "print('begin'); import time; time.sleep(90)"; echo after`;
    expect(await run(hang, { timeoutMs: 12_000 })).toMatchObject({
      stdout: 'begin\n',
      end: 'timeout',
    });
  });

  it.each([
    'echo begin; sleep 100',
    'echo begin; awk "BEGIN{while(1){x++}}"',
    'echo begin; python3 -c "while True: pass"',
    'echo begin; sleep 100 & wait',
  ])('by a stop returns at once: %j', async (command) => {
    const { stdout, end, exitCode, ms } = await run(command, { stopAfterMs: 1500 });
    expect({ stdout, end, exitCode }).toEqual({ stdout: 'begin\n', end: 'stopped', exitCode: 130 });
    expect(ms).toBeLessThan(20_000);
    expect(await output('echo next')).toBe('next\n');
  });

  it('does not start what was stopped before', async () => {
    const signal = AbortSignal.abort();
    const result = await workspace.exec('echo no > never', { timeoutMs: 1000, signal });
    expect(result).toMatchObject({ end: 'stopped', stdout: '' });
    expect((await run('ls never')).exitCode).not.toBe(0);
  });

  it('by too much memory says so, and the files stay', async () => {
    await run('echo kept > kept.txt');
    // Each holds what it has got, so that the two together are over the limit at some time.
    const eat = `python3 -c "x=[]
try:
  while True: x.append(bytearray(10**7))
except MemoryError:
  while True: pass"`;
    const result = await run(`echo begin; ${eat} & ${eat} & wait`);
    expect(result).toMatchObject({ end: 'memory', exitCode: 137, stdout: 'begin\n' });
    expect(result.stderr).toContain('over 1 GB of memory');
    expect(await output('cat kept.txt')).toBe('kept\n');
  });
});

describe('commands at the same time', () => {
  it('overlap', async () => {
    const [slow, fast, code] = await Promise.all([
      run('sleep 2; echo SLOW'),
      run('echo FAST'),
      run('sleep 1; exit 3'),
    ]);
    expect(slow.stdout).toBe('SLOW\n');
    expect(fast.stdout).toBe('FAST\n');
    expect(fast.ms).toBeLessThan(code.ms);
    expect(code.exitCode).toBe(3);
    expect(code.ms).toBeLessThan(slow.ms);
  });

  it('do not wait for one that blocks the interpreter', async () => {
    const blocked = run('awk "BEGIN{while(1){x++}}"', { timeoutMs: 15_000 });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const beside = await run('echo free');
    expect(beside.stdout).toBe('free\n');
    expect(beside.ms).toBeLessThan(15_000);
    expect((await blocked).end).toBe('timeout');
  });

  it('are told honestly when one beside them had to be killed', async () => {
    const [beside, killed] = await Promise.all([
      run('echo begun; sleep 8'),
      run('sleep 0.5; awk "BEGIN{while(1){x++}}"', { timeoutMs: 1500 }),
    ]);
    expect(killed.end).toBe('timeout');
    expect(beside).toMatchObject({ end: 'crash', exitCode: 137, stdout: 'begun\n' });
    expect(beside.stderr).toContain('had to be killed');
    expect(await output('echo again')).toBe('again\n');
  });
});

describe('what is refused', () => {
  it('runs nothing of a dangerous command', async () => {
    const result = await run('echo no > ran.txt; su""do ls');
    expect(result).toMatchObject({ end: 'blocked', exitCode: 126, stdout: '' });
    expect(result.reason).toContain('sudo');
    expect((await run('ls ran.txt')).exitCode).not.toBe(0);
  });

  it.each([
    'd=/; rm -rf "$d"*',
    'cd ..; rm -rf workspace/../etc',
    'echo "sudo ls" > s; bash s',
    'c="reboot"; bash -c "$c"',
  ])('ends %j when it gets there', async (command) => {
    expect((await run(command)).end).toBe('blocked');
  });

  it('keeps the host out', async () => {
    const look = `cat /etc/passwd; cat ../../../../etc/passwd; env; ls /proc; python3 -c "print(open('/etc/passwd').read())"`;
    const { stdout } = await run(`${look}; ln -s /etc/passwd p; cat p`);
    expect(stdout).not.toMatch(/root:|NODE_|OPENAI/);
    expect(stdout).not.toContain(data);
  });

  it('stops writing at the quota', async () => {
    const fill = 'head -c 30000000 /dev/zero > z; for i in 1 2 3 4 5 6 7 8 9; do cp z z$i; done';
    expect((await run(fill)).stderr).toContain('may hold 200 MB');
    expect(await output('ls z? | wc -l')).toBe('5\n');
    expect((await run('cat z z z > more.txt; echo after')).stdout).toBe('');
    expect((await run('rm z z?; echo ok > more.txt; cat more.txt')).stdout).toBe('ok\n');
  });
});

describe('what stays', () => {
  it('keeps files and /tmp when the shell was killed, and sees the real folder', async () => {
    await run('echo one > a.txt; echo two > /tmp/b.txt');
    expect(readFileSync(path.join(data, 'workspaces/shell-test/a.txt'), 'utf8')).toBe('one\n');
    await run('awk "BEGIN{while(1){x++}}"', { timeoutMs: 500 });
    expect(await output('cat a.txt /tmp/b.txt')).toBe('one\ntwo\n');
  });

  it('forgets variables and folders', async () => {
    await run('cd /tmp; x=1; export y=2');
    expect(await output('pwd; echo "<$x$y>"')).toBe('/workspace\n<>\n');
  });
});
