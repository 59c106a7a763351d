"""A bot on discord.py. Reads orders from its standard input and answers them, one JSON text a line."""

import asyncio
import io
import json
import os
import sys

import discord
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
from yarl import URL

Route.BASE = os.environ["API_URL"] + "/v10"
DiscordWebSocket.DEFAULT_GATEWAY = URL(os.environ["GATEWAY_URL"])

client = discord.Client(intents=discord.Intents(guilds=True, guild_messages=True, voice_states=True))
tree = app_commands.CommandTree(client)


class Form(discord.ui.Modal, title="Form"):
    text = discord.ui.TextInput(label="Text", custom_id="text")

    async def on_submit(self, interaction: discord.Interaction):
        await interaction.response.send_message(self.text.value)


@tree.command(name="ping", description="Answers pong")
async def ping(interaction: discord.Interaction):
    await interaction.response.send_message("pong")


@tree.command(name="form", description="Shows a form")
async def form(interaction: discord.Interaction):
    await interaction.response.send_modal(Form())


async def obey(order):
    what = order["do"]
    channel = client.get_channel(int(order.get("channel", 0)))
    if what == "guilds":
        return [str(guild.id) for guild in client.guilds if guild.channels]
    if what == "register":
        return len(await tree.sync())
    if what == "post":
        return str((await channel.send(order["content"])).id)
    if what == "edit":
        await channel.get_partial_message(int(order["message"])).edit(content=order["content"])
    if what == "reply":
        message = await channel.get_partial_message(int(order["message"])).reply(order["content"])
        return str(message.id)
    if what == "upload":
        await channel.send(file=discord.File(io.BytesIO(order["text"].encode()), order["name"]))
    if what == "react":
        await channel.get_partial_message(int(order["message"])).add_reaction(order["emoji"])
    if what == "open post":
        post = await channel.create_thread(name=order["name"], content=order["content"])
        return (await post.thread.fetch_message(post.thread.id)).content
    if what == "write as":
        webhook = await channel.create_webhook(name="hook")
        return str((await webhook.send(order["content"], username=order["name"], wait=True)).id)
    if what == "join":
        await channel.guild.change_voice_state(channel=channel, self_deaf=True)


@client.event
async def on_ready():
    print(json.dumps("ready"), flush=True)
    loop = asyncio.get_running_loop()
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        print(json.dumps(await obey(json.loads(line))), flush=True)
    await client.close()


client.run(os.environ["BOT_TOKEN"], log_handler=None)
